import { expect, it } from 'vitest';
import { networkOf, wideNetworkOf } from './network.ts';

it('counts a customer as one, and a site or small provider as one wide network', () => {
  expect(networkOf('198.51.100.7')).toBe('198.51.100.7');
  expect(networkOf('::ffff:198.51.100.7')).toBe('198.51.100.7');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
  expect(wideNetworkOf('198.51.100.7')).toBe('198.51.100.0/24');
  expect(wideNetworkOf('::ffff:198.51.100.7')).toBe('198.51.100.0/24');
  expect(wideNetworkOf('2001:db8:1:2::1')).toBe('2001:db8:1::/48');
  expect(wideNetworkOf('2001:db8:1:ffff::1')).toBe('2001:db8:1::/48');
  expect(wideNetworkOf('2001:db8::1')).not.toBe(wideNetworkOf('2001:db8:1::1'));
});
