import { useEffect, useState } from 'react';
import type { Underlay } from '../canvas/paint.ts';
import type { LayoutPage } from './useEditing.ts';

/** The background image of a page, once loaded; undefined if there is none. */
export function usePicture(page: LayoutPage | undefined): Underlay | undefined {
  const address = page?.picture ?? '';
  const [loaded, setLoaded] = useState<{ address: string; image: HTMLImageElement }>();
  useEffect(() => {
    if (address === '') return undefined;
    const image = new Image();
    image.onload = () => setLoaded({ address, image });
    image.src = address;
    return () => {
      image.onload = null;
    };
  }, [address]);
  if (!page || !loaded || loaded.address !== address) return undefined;
  return {
    image: loaded.image,
    xM: page.pictureXM,
    yM: page.pictureYM,
    widthM: page.pictureWidth * page.metresPerPixel,
    heightM: page.pictureHeight * page.metresPerPixel,
  };
}
