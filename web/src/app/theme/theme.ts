import type {
  ActionIconProps,
  BadgeProps,
  ButtonProps,
  CardProps,
  ComboboxProps,
  DrawerHeaderProps,
  DrawerOverlayProps,
  DrawerProps,
  DrawerRootProps,
  MenuProps,
  MenuSubProps,
  ModalHeaderProps,
  ModalProps,
  NotificationProps,
  PasswordInputProps,
  SwitchProps,
  TableProps,
  TextareaProps,
  TextInputProps,
  TooltipProps,
} from '@mantine/core';
import { createTheme, rem } from '@mantine/core';

/** Pine for action, coral for what is live, warm greys for the rest. Contrast is held by css-variables.ts. */
export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.28,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: '"Hanken Grotesk Variable", system-ui, sans-serif',
  headings: {
    fontFamily: '"Bricolage Grotesque Variable", "Hanken Grotesk Variable", sans-serif',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(28), lineHeight: '1.15' },
      h2: { fontSize: rem(20), lineHeight: '1.25' },
      h3: { fontSize: rem(16), lineHeight: '1.3' },
    },
  },
  radius: { xs: rem(4), sm: rem(6), md: rem(9), lg: rem(14), xl: rem(22) },
  colors: {
    pine: [
      '#ecf7f1',
      '#d5ebe0',
      '#a9d8c1',
      '#7ac4a0',
      '#52b384',
      '#3ba973',
      '#2b9463',
      '#1f7d53',
      '#166645',
      '#0d5136',
    ],
    coral: [
      '#fff0ec',
      '#ffdfd7',
      '#fcbcad',
      '#f99780',
      '#f67758',
      '#f5623f',
      '#e84f2b',
      '#cf411f',
      '#b03517',
      '#8f2a12',
    ],
    gray: [
      '#fafaf7',
      '#f3f3ee',
      '#e8e8e1',
      '#dcdcd3',
      '#c3c3b8',
      '#a1a196',
      '#66665d',
      '#515149',
      '#363631',
      '#1f1f1c',
    ],
    dark: [
      '#e4e6e2',
      '#b9bdb8',
      '#979c97',
      '#6d736e',
      '#414743',
      '#343936',
      '#262b28',
      '#1b201d',
      '#151917',
      '#0e1110',
    ],
  },
  // Plain objects instead of `Component.extend`: the theme must not pull every component into the first load.
  components: {
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } satisfies Partial<ActionIconProps>,
    },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } satisfies Partial<BadgeProps>,
    },
    Button: {
      defaultProps: { size: 'sm' } satisfies Partial<ButtonProps>,
      styles: { root: { fontWeight: 600 } },
    },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } satisfies Partial<CardProps> },
    Combobox: { defaultProps: { shadow: 'md' } satisfies Partial<ComboboxProps> },
    Drawer: {
      defaultProps: {
        position: 'right',
        size: 480,
        overlayProps: { backgroundOpacity: 0.35, blur: 2 },
        closeButtonProps: { 'aria-label': 'Close' },
      } satisfies Partial<DrawerProps>,
    },
    // The title row of a dialog is a <header>, which assistive programs would take for a second banner of the page.
    DrawerHeader: { defaultProps: { role: 'presentation' } satisfies Partial<DrawerHeaderProps> },
    ModalHeader: { defaultProps: { role: 'presentation' } satisfies Partial<ModalHeaderProps> },
    // A drawer put together from its parts takes none of the above.
    DrawerRoot: { defaultProps: { position: 'right', size: 480 } satisfies Partial<DrawerRootProps> },
    DrawerOverlay: {
      defaultProps: { backgroundOpacity: 0.35, blur: 2 } satisfies Partial<DrawerOverlayProps>,
    },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } satisfies Partial<MenuProps> },
    // SHELL-6: submenus open after 100 ms of hover and wait 300 ms for a pointer on its way to them.
    MenuSub: {
      defaultProps: {
        openDelay: 100,
        closeDelay: 300,
        safeAreaPolygon: false,
      } satisfies Partial<MenuSubProps>,
    },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        overlayProps: { backgroundOpacity: 0.35, blur: 2 },
        closeButtonProps: { 'aria-label': 'Close' },
      } satisfies Partial<ModalProps>,
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } satisfies Partial<NotificationProps>,
    },
    PasswordInput: { defaultProps: { size: 'sm' } satisfies Partial<PasswordInputProps> },
    Switch: { defaultProps: { withThumbIndicator: false } satisfies Partial<SwitchProps> },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } satisfies Partial<TableProps> },
    Textarea: { defaultProps: { size: 'sm' } satisfies Partial<TextareaProps> },
    TextInput: { defaultProps: { size: 'sm' } satisfies Partial<TextInputProps> },
    // SHELL-6: tooltips open after 100 ms.
    Tooltip: {
      defaultProps: { openDelay: 100, withArrow: true, multiline: true } satisfies Partial<TooltipProps>,
    },
  },
});
