"""The API's addresses."""

from django.urls import URLPattern, path, re_path

from games.api import commitments, docs, games, moves, nowhere, plan, rewind, seats, streams, today
from games.api.finished import logs, records, reviews
from games.api.people import boards, chat, friends, invitations, me, players

app_name = "api"

urlpatterns: list[URLPattern] = [
    path("games/", games.GamesView.as_view(), name="games"),
    path("games/<str:public_id>/", games.GameView.as_view(), name="game"),
    path("games/<str:public_id>/moves/", moves.MovesView.as_view(), name="moves"),
    path("games/<str:public_id>/plan/", plan.PlanView.as_view(), name="plan"),
    path("games/<str:public_id>/join/", seats.JoinView.as_view(), name="join"),
    path("games/<str:public_id>/leave/", seats.LeaveView.as_view(), name="leave"),
    path("games/<str:public_id>/start/", seats.StartView.as_view(), name="start"),
    path("games/<str:public_id>/take_back/", seats.TakeBackView.as_view(), name="take-back"),
    path("games/<str:public_id>/keep/", seats.KeepView.as_view(), name="keep"),
    path("games/<str:public_id>/rewind/", rewind.RewindView.as_view(), name="rewind"),
    path("games/<str:public_id>/rematch/", seats.RematchView.as_view(), name="rematch"),
    path("games/<str:public_id>/record/", records.RecordView.as_view(), name="record"),
    path("games/<str:public_id>/log/", logs.LogView.as_view(), name="log"),
    path("games/<str:public_id>/witness/", logs.GameWitnessView.as_view(), name="witness-of-game"),
    path("games/<str:public_id>/review/", reviews.ReviewView.as_view(), name="review"),
    path("games/<str:public_id>/chat/", chat.ChatView.as_view(), name="chat"),
    path("games/<str:public_id>/invite/", invitations.InviteView.as_view(), name="invite"),
    path("games/<str:public_id>/decline/", invitations.DeclineView.as_view(), name="decline"),
    path("invitations/", invitations.InvitationsView.as_view(), name="invitations"),
    path("friends/", friends.FriendsView.as_view(), name="friends"),
    path("friends/<str:name>/", friends.FriendView.as_view(), name="friend"),
    path("me/", me.MeView.as_view(), name="me"),
    path("players/<str:name>/", players.PlayerView.as_view(), name="player"),
    path("leaderboards/", boards.BoardView.as_view(), name="leaderboards"),
    path("commitments/", commitments.CommitmentsView.as_view(), name="commitments"),
    path("games/<str:public_id>/stream/", streams.GameStreamView.as_view(), name="game-stream"),
    path("stream/", streams.AccountStreamView.as_view(), name="stream"),
    path("today/", today.TodayView.as_view(), name="today"),
    path("witness/", logs.RootsView.as_view(), name="witness"),
    path("records/", records.RecordsView.as_view(), name="records"),
    path("schema/", docs.SchemaView.as_view(), name="schema"),
    path("docs/", docs.DocsView.as_view(), name="docs"),
    re_path("^", nowhere.NowhereView.as_view()),
]
