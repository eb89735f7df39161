// Sets PDFs in a thread of its own, one after the other: fonts of ten thousand signs are read and cut here, while the
// house goes on. Plain JavaScript, because a thread starts without the loader of the main one.
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import pdfmake from 'pdfmake';

const { resolve } = createRequire(import.meta.url);
const noto = (script, file) => resolve(`@expo-google-fonts/noto-sans-${script.toLowerCase()}/${file}`);
const notoSans = (script) => ({
  normal: noto(script, `400Regular/NotoSans${script}_400Regular.ttf`),
  bold: noto(script, `700Bold/NotoSans${script}_700Bold.ttf`),
});

/** Which fonts there are, by the names that definitions use. They come with the product, none is fetched. */
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
// A definition names no file and no address but these.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => files.has(file));

parentPort.on('message', async ({ id, definition, footer }) => {
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
    parentPort.postMessage({ id, data });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error) });
  }
});
