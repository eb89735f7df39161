// What somebody who is signed in needs first, in one piece: the frame, the table of screens, and the plant list.
export { screens } from './screens.ts';
export { default as Shell } from './shell/Shell.tsx';
