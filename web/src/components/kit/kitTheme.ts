// Our tokens in the kit's terms. The kit computes hover shades and the like; what we have named ourselves overrules it.
import { type ThemeConfig, theme } from 'antd';
import { colorNow, fontNow, type Ground } from '../../theme.ts';

/** The kit's theme for the ground now shown; call again when it changes. */
export function kitTheme(ground: Ground): ThemeConfig {
  const act = colorNow('act');
  const surface = colorNow('surface');
  const raised = colorNow('raised');
  const hairline = colorNow('hairline');
  const muted = colorNow('muted');
  const hover = colorNow('hover');
  const actSoft = colorNow('act-soft');
  const exact = {
    colorPrimary: act,
    colorPrimaryHover: colorNow('act-strong'),
    colorPrimaryActive: colorNow('act-strong'),
    colorPrimaryBg: actSoft,
    colorPrimaryBorder: act,
    colorInfo: act,
    colorLink: act,
    colorLinkHover: colorNow('act-strong'),
    colorSuccess: colorNow('online'),
    colorWarning: colorNow('alert'),
    colorError: colorNow('alert'),
    colorText: colorNow('ink'),
    colorTextSecondary: muted,
    colorTextTertiary: muted,
    colorTextQuaternary: colorNow('faint'),
    colorBgBase: surface,
    colorBgContainer: surface,
    colorBgElevated: raised,
    colorBgLayout: colorNow('ground'),
    colorBorder: colorNow('edge'),
    colorBorderSecondary: hairline,
    colorSplit: hairline,
  };
  const base = ground === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm;
  return {
    // The kit's algorithm derives even the primary colour anew on a dark ground; the tokens are to be met exactly.
    algorithm: (seed, derived) => ({ ...base(seed, derived), ...exact }),
    token: {
      colorPrimary: act,
      colorTextLightSolid: colorNow('on-act'),
      colorTextDescription: muted,
      colorTextPlaceholder: muted,
      borderRadius: 8,
      fontFamily: fontNow(),
      fontSize: 14,
      controlHeight: 36,
      controlItemBgHover: hover,
      controlItemBgActive: actSoft,
      boxShadow: `0 8px 28px ${colorNow('shade')}`,
      boxShadowSecondary: `0 8px 28px ${colorNow('shade')}`,
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.18s',
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Table: {
        headerBg: surface,
        headerSortActiveBg: surface,
        headerSortHoverBg: hover,
        bodySortBg: surface,
        rowHoverBg: hover,
        borderColor: hairline,
        cellFontSizeSM: 13,
        cellPaddingBlockSM: 7,
        cellPaddingInlineSM: 12,
        headerBorderRadius: 0,
      },
      Tooltip: { colorBgSpotlight: colorNow('ink'), colorTextLightSolid: colorNow('ground') },
      Tabs: { horizontalItemPadding: '10px 0', titleFontSize: 14 },
      Segmented: { itemSelectedBg: surface, trackBg: colorNow('offline-soft') },
    },
  };
}
