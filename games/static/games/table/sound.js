// Sounds, made here: a card laid down, a coin, a drum roll, a bell. Loaded once one is to be heard.

const SOON = 0.6; // Seconds that a sound may wait for another to end; after that it is too late.
const SHORT = 0.005;

let context = null;
let loud = null;
let noise = null;
let free = 0; // When the last sound ends: never two at once.

function open() {
  context ??= new AudioContext();
  loud ??= new GainNode(context, { gain: 0 });
  loud.connect(context.destination);
  if (context.state === "suspended") context.resume();
}

function rustle() {
  if (noise) return noise;
  noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let each = 0; each < samples.length; each += 1) samples[each] = Math.random() * 2 - 1;
  return noise;
}

// A source that swells at once, dies away, and is gone.
function sound(source, at, seconds, gain, ...between) {
  const fading = new GainNode(context, { gain: 0 });
  fading.gain.setValueAtTime(0, at);
  fading.gain.linearRampToValueAtTime(gain, at + SHORT);
  fading.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  [source, ...between, fading, loud].reduce((from, to) => from.connect(to));
  source.start(at);
  source.stop(at + seconds);
}

function tone(at, seconds, gain, frequency, falling = frequency, type = "sine") {
  const source = new OscillatorNode(context, { type, frequency });
  source.frequency.setValueAtTime(frequency, at);
  source.frequency.exponentialRampToValueAtTime(falling, at + seconds);
  sound(source, at, seconds, gain);
}

function hiss(at, seconds, gain, frequency, Q = 0.8) {
  const source = new AudioBufferSourceNode(context, { buffer: rustle() });
  sound(source, at, seconds, gain, new BiquadFilterNode(context, { type: "bandpass", frequency, Q }));
}

const ROLL = 13;

// Each returns how long it is.
const SOUNDS = {
  card(at) {
    hiss(at, 0.05, 0.5, 3200);
    hiss(at + 0.012, 0.09, 0.9, 900);
    tone(at + 0.012, 0.09, 0.5, 190, 80);
    return 0.11;
  },
  coin(at) {
    tone(at, 0.09, 0.16, 1976, 1976, "triangle");
    tone(at + 0.06, 0.22, 0.18, 2637, 2637, "triangle");
    tone(at + 0.06, 0.16, 0.04, 5274);
    return 0.28;
  },
  drum(at) {
    for (let beat = 0; beat < ROLL; beat += 1) {
      const grown = 0.25 + (0.55 * beat) / ROLL;
      hiss(at + beat * 0.042, 0.06, grown * 0.8, 1500);
      tone(at + beat * 0.042, 0.06, grown * 0.35, 180, 140);
    }
    hiss(at + ROLL * 0.042 + 0.03, 0.25, 0.9, 2200, 0.5);
    tone(at + ROLL * 0.042 + 0.03, 0.22, 0.8, 130, 55);
    return 0.85;
  },
  bell(at) {
    tone(at, 0.75, 0.3, 1046.5);
    tone(at, 0.45, 0.12, 2093);
    tone(at, 0.25, 0.07, 3140);
    tone(at + 0.13, 0.7, 0.22, 1318.5);
    return 0.5;
  },
};

// Loudness is heard by its square, about.
const setVolume = (percent) => { loud.gain.value = (percent / 100) ** 2; };

// Play one of the four; a browser lets no page sound before its first press.
export function play(name, percent) {
  if (!SOUNDS[name] || (!context && navigator.userActivation?.hasBeenActive === false)) return;
  open();
  setVolume(percent);
  const at = Math.max(context.currentTime, free);
  if (at - context.currentTime < SOON) free = at + SOUNDS[name](at);
}

// Play them all, one after the other.
export function tryAll(percent) {
  open();
  setVolume(percent);
  let at = Math.max(context.currentTime, free) + 0.05;
  for (const sounds of Object.values(SOUNDS)) at += sounds(at) + 0.35;
  free = at;
}
