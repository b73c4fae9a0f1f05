// What cards and chips sound like, and how a round ended: made here, nothing is fetched for it.

/** @type {AudioContext | null} */
let context = null;

// A browser lets nothing be heard before its first touch; what was begun before then goes on with the next sound.
export function running() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

export function rustle() {
  burst(0.07, 2600, 0.09);
}

export function clink() {
  for (const [place, pitch] of [3100, 4200].entries()) tone(pitch, place * 0.035, 0.06, 0.04);
}

/** @param {number} net */
export function end(net) {
  const notes = net > 0 ? [523, 659, 784] : net < 0 ? [330, 262] : [440];
  notes.forEach((pitch, place) => tone(pitch, place * 0.11, 0.22, 0.06));
}

/** @param {number} pitch @param {number} after @param {number} seconds @param {number} loud */
function tone(pitch, after, seconds, loud) {
  const audio = running();
  const [voice, gain, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  voice.connect(gain).connect(audio.destination);
  voice.start(at);
  voice.stop(at + seconds);
}

/** @param {number} seconds @param {number} pitch @param {number} loud */
function burst(seconds, pitch, loud) {
  const audio = running();
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1)
    samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length);
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  Object.assign(source, { buffer: noise });
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}
