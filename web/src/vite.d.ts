/// <reference types="vite/client" />

declare module '@helioport/locales/*?entry' {
  const words: Record<string, string>;
  export default words;
}

declare module '@helioport/locales/*?shell' {
  const words: Record<string, string>;
  export default words;
}

declare module '@helioport/locales/*?screens' {
  const words: Record<string, string>;
  export default words;
}
declare module '@helioport/locales/*?linked' {
  const words: Record<string, string>;
  export default words;
}
declare module '@helioport/locales/*?office' {
  const words: Record<string, string>;
  export default words;
}
