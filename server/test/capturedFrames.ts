// Frames captured from inverters, for tests of energies by module.

/** A BDM-800, whose readings name no inputs. */
export const BDM_800 =
  '792600401400000f0f0f0f00001c00c3c3c3c3efbeadde0000bd56cb172010262ab0317013ab12058c05e02270';
/** A BDM-2250 with four inputs. */
export const BDM_2250 =
  '793e00401400000f0f0f0f00003400ffffffff0100a186000042975f21b0100001093cf0107e0906e65f21102662025f21482553022a2183277d022a2167244a023eb3db07';
