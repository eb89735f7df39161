// Renders PDFs, one at a time; stays for the next one, because reading fonts of ten thousand glyphs takes longest. Plain
// JavaScript, because the child starts without the loader of the main process.
import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';

const { resolve } = createRequire(import.meta.url);
const noto = (script, file) => resolve(`@expo-google-fonts/noto-sans-${script.toLowerCase()}/${file}`);
const notoSans = (script) => ({
  normal: noto(script, `400Regular/NotoSans${script}_400Regular.ttf`),
  bold: noto(script, `700Bold/NotoSans${script}_700Bold.ttf`),
});

/** Fonts by the names that definitions use. They come with the packages; none is fetched. */
const fonts = {
  Latin: {
    normal: resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf'),
    bold: resolve('pdfmake/fonts/Roboto/Roboto-Medium.ttf'),
  },
  Chinese: notoSans('SC'),
  Japanese: notoSans('JP'),
};
const files = new Set(Object.values(fonts).flatMap((font) => Object.values(font)));

pdfmake.setFonts(fonts);
// A definition can read no file and no address but the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => files.has(file));

process.on('message', async ({ definition, footer }) => {
  try {
    const data = await pdfmake
      .createPdf({
        ...definition,
        footer: (page, pages) => ({
          columns: [{ text: footer }, { text: `${page} / ${pages}`, alignment: 'right', width: 40 }],
          margin: [40, 12, 40, 0],
          fontSize: 8,
          color: '#52606d',
        }),
      })
      .getBuffer();
    process.send({ value: data });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
