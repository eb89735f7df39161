const TONE_HZ = 880;
const LENGTH_S = 0.12;

let sound: AudioContext | undefined;

/** A short tone and vibration, because the user looks at the label and not at the screen while scanning. */
export function signalRead(): void {
  navigator.vibrate?.(60);
  try {
    sound ??= new AudioContext();
    const [tone, volume] = [sound.createOscillator(), sound.createGain()];
    tone.frequency.value = TONE_HZ;
    volume.gain.value = 0.1;
    tone.connect(volume).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + LENGTH_S);
  } catch {
    // Audio is optional: vibration and the list also confirm the scan.
  }
}
