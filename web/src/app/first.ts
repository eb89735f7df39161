// The first chunk for logged-in users: the frame, the route table, and the plant list.
export { screens } from './screens.ts';
export { default as Shell } from './shell/Shell.tsx';
