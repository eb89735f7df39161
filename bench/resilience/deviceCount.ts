/** Devices that post frames while the product is attacked. */
export const DEVICES = 20;
