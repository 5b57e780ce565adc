// The rules of sets, with the server's sentence for every case. Does not touch the page.

// The strength of these numbers as a set; 0 if they are not one.
export const strength = (tops) => {
  const size = tops.length;
  if (size < 2) return size && 32 + tops[0];
  const step = tops[1] - tops[0];
  if (Math.abs(step) > 1 || tops.some((top, i) => i && top - tops[i - 1] !== step)) return 0;
  return 32 * size + (step ? 0 : 16) + Math.min(tops[0], tops[size - 1]);
};

const matching = (tops) => tops.length > 1 && tops[0] === tops[1];

// The name of the case, as in games/words/sets.py.
function ground(tops, beaten) {
  const size = tops.length;
  if (!strength(tops)) {
    const steps = tops.slice(1).map((top, i) => Math.abs(top - tops[i]));
    return steps.every((step) => step === 1) ? "not_a_run" : "not_a_set";
  }
  if (!beaten.length) return "set";
  if (size !== beaten.length) return `${size < beaten.length ? "fewer" : "more"}${size}`;
  if (matching(tops) !== matching(beaten)) return matching(tops) ? "outranks" : "outranked";
  const ahead = Math.min(...tops) - Math.min(...beaten);
  if (size === 1 || matching(tops)) return ahead > 0 ? "higher" : "not_higher";
  return ahead > 0 ? "higher_run" : ahead ? "lower_run" : "equal_run";
}

// The verdict on hand[start, stop) in the sentences of `phrases` (games/pages/table/phrases.py).
export const judge = (hand, start, stop, phrases) => {
  const { beaten, verdicts, add } = phrases;
  const own = hand.slice(start, stop);
  const [good, title, reason, rule] = verdicts[ground(own, beaten)];
  return { good, title: title.replace("{set}", own.join("-")), reason: reason + (good ? "" : advice()), rule };

  function advice() {
    for (const [first, last, index] of [[start, stop + 1, stop], [start - 1, stop, start - 1]]) {
      const made = hand.slice(Math.max(first, 0), last);
      const there = index >= 0 && index < hand.length;
      if (add && there && strength(made) > strength(beaten)) {
        return " " + add.replace("{number}", hand[index]).replace("{set}", made.join("-"));
      }
    }
    return "";
  }
};

// The strongest set in `tops` that holds the card at `index`, as [start, stop).
export const setAround = (tops, index) => {
  let best = [index, index + 1];
  for (let start = 0; start <= index; start++) {
    for (let stop = index + 1; stop <= tops.length; stop++) {
      const found = strength(tops.slice(start, stop));
      if (found > strength(tops.slice(...best))) best = [start, stop];
    }
  }
  return best;
};

// Whether any set in `tops` beats `beaten`.
export const canBeat = (tops, beaten) =>
  tops.some((_, index) => strength(tops.slice(...setAround(tops, index))) > strength(beaten));

// The new selection after [start, stop) when the card at `index` is pressed.
export const pressed = ([start, stop], index) => {
  if (start === stop) return [index, index + 1];
  if (index === start - 1) return [index, stop];
  if (index === stop) return [start, stop + 1];
  if (index === start) return [start + 1, stop];
  if (index === stop - 1) return [start, stop - 1];
  return [index, index + 1];
};
