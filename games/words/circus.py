"""What games against bots alone are called."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

EVENING = 18
"""The hour from which a show is no matinée."""
_MATINEES = (
    gettext_lazy("Monday matinée"),
    gettext_lazy("Tuesday matinée"),
    gettext_lazy("Wednesday matinée"),
    gettext_lazy("Thursday matinée"),
    gettext_lazy("Friday matinée"),
    gettext_lazy("Saturday matinée"),
    gettext_lazy("Sunday matinée"),
)
_GALAS = (
    gettext_lazy("Monday gala"),
    gettext_lazy("Tuesday gala"),
    gettext_lazy("Wednesday gala"),
    gettext_lazy("Thursday gala"),
    gettext_lazy("Friday gala"),
    gettext_lazy("Saturday gala"),
    gettext_lazy("Sunday gala"),
)
ALWAYS = (
    gettext_lazy("Sawdust and stars"),
    gettext_lazy("Under the big top"),
    gettext_lazy("Roll up, roll up"),
    gettext_lazy("The flying trapeze"),
    gettext_lazy("Tightrope waltz"),
    gettext_lazy("Drum roll, please"),
    gettext_lazy("Red velvet curtain"),
    gettext_lazy("The striped tent"),
    gettext_lazy("Three-ring revue"),
    gettext_lazy("Brass band parade"),
    gettext_lazy("Jugglers’ jubilee"),
    gettext_lazy("Acrobats’ ball"),
    gettext_lazy("Tumblers’ turn"),
    gettext_lazy("Stilt walkers’ stroll"),
    gettext_lazy("Clown car rally"),
    gettext_lazy("Red nose revue"),
    gettext_lazy("Big shoe shuffle"),
    gettext_lazy("Custard pie caper"),
    gettext_lazy("Unicycle derby"),
    gettext_lazy("Plate spinners’ prize"),
    gettext_lazy("Hoops and ribbons"),
    gettext_lazy("Silks and swings"),
    gettext_lazy("Cartwheel carnival"),
    gettext_lazy("Somersault special"),
    gettext_lazy("Handstand hour"),
    gettext_lazy("Springboard surprise"),
    gettext_lazy("Trampoline tango"),
    gettext_lazy("The human pyramid"),
    gettext_lazy("The high wire"),
    gettext_lazy("The balancing act"),
    gettext_lazy("The cannonball act"),
    gettext_lazy("Confetti cannon"),
    gettext_lazy("Hat full of rabbits"),
    gettext_lazy("Top hat and tails"),
    gettext_lazy("The magician’s hat"),
    gettext_lazy("The ringmaster’s bow"),
    gettext_lazy("Bells and whistles"),
    gettext_lazy("Spangles and sequins"),
    gettext_lazy("Feathers and fanfares"),
    gettext_lazy("Trumpets and tutus"),
    gettext_lazy("Popcorn parade"),
    gettext_lazy("Candyfloss cabaret"),
    gettext_lazy("Toffee apple fair"),
    gettext_lazy("Lemonade stand"),
    gettext_lazy("Peanut gallery"),
    gettext_lazy("Front row seats"),
    gettext_lazy("Standing ovation"),
    gettext_lazy("Full house"),
    gettext_lazy("Take a bow"),
    gettext_lazy("Encore, encore"),
    gettext_lazy("Grand finale"),
    gettext_lazy("Dress rehearsal"),
    gettext_lazy("Backstage pass"),
    gettext_lazy("Spotlight special"),
    gettext_lazy("Barrel organ ballad"),
    gettext_lazy("Calliope concert"),
    gettext_lazy("Carousel waltz"),
    gettext_lazy("Merry-go-round"),
    gettext_lazy("Caravan parade"),
    gettext_lazy("The painted wagon"),
    gettext_lazy("The travelling show"),
    gettext_lazy("Circus by the sea"),
    gettext_lazy("Tent on the hill"),
    gettext_lazy("Lanterns on the green"),
    gettext_lazy("Harbour circus"),
    gettext_lazy("Village green revue"),
    gettext_lazy("The flea circus"),
    gettext_lazy("Dancing ponies"),
    gettext_lazy("Seals and beach balls"),
    gettext_lazy("Poodles on parade"),
    gettext_lazy("The paper lion"),
    gettext_lazy("Pantomime horse"),
    gettext_lazy("Puppet parade"),
    gettext_lazy("Mirror maze"),
    gettext_lazy("Masked marvels"),
    gettext_lazy("Marvels and mischief"),
    gettext_lazy("The strongman’s tea"),
    gettext_lazy("Jack-in-the-box"),
    gettext_lazy("Knots and nets"),
    gettext_lazy("The golden ring"),
)
"""Without a day or an hour."""
_LATER_SHOWS = (
    gettext_lazy("{name}, second show"),
    gettext_lazy("{name}, third show"),
    gettext_lazy("{name}, fourth show"),
    gettext_lazy("{name}, fifth show"),
    gettext_lazy("{name}, sixth show"),
    gettext_lazy("{name}, seventh show"),
    gettext_lazy("{name}, eighth show"),
    gettext_lazy("{name}, ninth show"),
    gettext_lazy("{name}, tenth show"),
)


def of_the_day(begun: datetime) -> str:
    """Return the name of a show begun then, in the active time zone: ``"Saturday matinée"``."""
    local = timezone.localtime(begun)
    return str((_MATINEES if local.hour < EVENING else _GALAS)[local.weekday()])


def show_of(name: str, number: int) -> str:
    """Return a name with the number of its show, from 1: ``"Full house, second show"``."""
    if number == 1:
        return name
    later = number - 2
    said = _LATER_SHOWS[later] if later < len(_LATER_SHOWS) else _("{name}, show {number}")
    return said.format(name=name, number=number)
