"""Strips of frames of what moves at the table, for `screenshots`."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from games.management import staging
from games.management.camera import SIZES, shrunk, visiting
from games.models import Game
from games.rules.moves import Move, Scout, ScoutAndShow, Show

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from accounts.models import User

SCOUT = (0, 119, 240, 350, 460, 559)
MY_SHOW = (0, 90, 180, 259, 380, 519)

# Whatever moves stands still at its beginning.
HELD = """(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        const made = animate.apply(this, how);
        made.pause();
        made.currentTime = 0;
        return made;
    };
})()"""

SEEK = "at => { for (const each of document.getAnimations()) each.currentTime = at; }"

LOOK = "htmx.trigger('#news', 'look')"

_FRAME = """() => {
    const [first, last] = ['.seats, .ways', '.hand > .row, .ways'].map(
        (name) => document.querySelector(name).getBoundingClientRect());
    const x = Math.max(0, first.left - 16);
    const width = Math.min(innerWidth - x, first.width + 32);
    return { x, y: first.top - 12, width, height: last.bottom - first.top + 24 };
}"""

# A hand turns where it is; all else moves in a layer of its own.
MOVES = """() => document.querySelector('.motion')
    ?? document.querySelector('.ways')?.getAnimations({ subtree: true }).length"""

# Frames of a wide window are drawn smaller, three in a row.
_STRIP = """async (frames) => {
    const pictures = await Promise.all(frames.map(async (frame) => {
        const picture = new Image();
        picture.src = 'data:image/png;base64,' + frame;
        await picture.decode();
        return picture;
    }));
    const canvas = document.createElement('canvas');
    const gap = 10;
    const wide = pictures[0].width > 500;
    const inRow = wide ? 3 : pictures.length;
    const width = Math.round(pictures[0].width * (wide ? 0.7 : 1));
    const height = Math.round(Math.max(...pictures.map((each) => each.height)) * (wide ? 0.7 : 1));
    canvas.width = inRow * (width + gap) - gap;
    canvas.height = Math.ceil(pictures.length / inRow) * (height + gap) - gap;
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    pictures.forEach((picture, i) => {
        const [x, y] = [(i % inRow) * (width + gap), Math.floor(i / inRow) * (height + gap)];
        context.drawImage(picture, x, y, width, width / picture.width * picture.height);
    });
    return canvas.toDataURL('image/png').split(',')[1];
}"""


class Film(NamedTuple):
    """A game, what happens in it, and when to look (milliseconds)."""

    name: str
    game: Game
    move: Callable[[Game], None] | None
    """A move by somebody else; None: the viewer presses."""
    presses: tuple[str, ...]
    """What the viewer presses before; the last of them is the move, if nobody else makes one."""
    times: tuple[int, ...]

    def begin(self, page: "Page") -> None:
        """Open the table, and press all but the last."""
        page.goto(f"/games/{self.game.public_id}/", wait_until="load")
        page.evaluate("document.fonts.ready")
        # What moves cards comes after the page.
        page.wait_for_load_state("networkidle")
        for selector in self.presses[:-1]:
            _press(page, selector)
            page.wait_for_load_state("networkidle")
            page.evaluate("document.getAnimations().forEach((each) => each.finish())")

    def go_on(self, page: "Page") -> None:
        """Make the move; the page shows it when it has the answer."""
        if self.move is None:
            _press(page, self.presses[-1])
        else:
            self.move(self.game)
            page.evaluate(LOOK)


def films() -> list[Film]:
    """Return one film for each kind of move."""

    def by(seat: int, move: Move) -> Callable[[Game], None]:
        return lambda game: staging.play(game, seat, move)

    both = ScoutAndShow("left", flip=True, to=4, start=2, stop=5)
    return [
        Film("show", _before_last(), by(3, Show(0, 2)), (), (0, 120, 260, 330, 480, 639)),
        Film("scout", _before_last(), by(3, Scout("right", flip=False, to=0)), (), SCOUT),
        Film("both", _before_last(), by(3, both), (), (120, 400, 580, 900, 1180, 1480)),
        Film("my-show", staging.four_players(), None, ("#pick-1-3", "#do-show"), MY_SHOW),
        Film("my-scout", staging.four_players(), None, ("#end-right",), (0, 50, 90, 130, 170, 219)),
        Film(
            "turn",
            staging.choosing(),
            None,
            (".way:last-child input",),
            (0, 80, 160, 240, 320, 419),
        ),
        Film("two", staging.two_players(), None, ("#end-right", "#do-send"), SCOUT),
    ]


def _before_last() -> Game:
    """Seat 2 has shown a pair of 1s; seat 3 is to move."""
    with staging.settled(
        {0: staging.MINE, 1: "4/3", 2: "1/4 1/6", 3: "7/6 7/9 2/4 3/7"}, starter=1
    ):
        game = staging.opened()
    staging.keep_all(game)
    staging.play(game, 1, Show(0, 1))
    staging.play(game, 2, Show(0, 2))
    return game


def shoot(
    only: str, *, address: str, user: "User", opened: "Browser", folder: Path
) -> Iterator[Path]:
    """Make a strip of each film at every size; of one if ``only`` names it."""
    artist = opened.new_page()
    for size in SIZES:
        with visiting(opened, address, user, size, reduced_motion="no-preference") as page:
            page.add_init_script(HELD)
            # A film uses up its game.
            for film in films():
                if only not in ("", film.name):
                    continue
                file = folder / f"motion-{film.name}-{size[0]}.png"
                frames = [b64encode(frame).decode() for frame in _frames(page, film)]
                strip = artist.evaluate(_STRIP, frames)
                file.write_bytes(shrunk(b64decode(strip), artist))
                yield file


def _frames(page: "Page", film: Film) -> Iterator[bytes]:
    film.begin(page)
    film.go_on(page)
    page.wait_for_function(MOVES)
    page.mouse.move(0, 0)
    for time in film.times:
        page.evaluate(SEEK, time)
        yield page.screenshot(clip=page.evaluate(_FRAME))


def _press(page: "Page", selector: str) -> None:
    # Playwright's own click waits for what moves.
    page.locator(selector).first.evaluate("element => element.click()")
