/**
 * Modules that every screen behind the sign-in needs, in few files: a hundred small ones take a browser longer than
 * their bytes, and compress worse. What the access screens need as well is left out, so that they stay small.
 */
const onAccessScreens =
  /icons-react\/.*\/(createReactComponent|defaultAttributes|Icon(ArrowLeft|Bulb|CalendarCheck|Check|ChevronDown|LinkOff|MailForward|Minus|Notes|PhoneCall|WaveSine))\.mjs$/;

const groups: readonly { name: string; holds: RegExp }[] = [
  { name: 'icons', holds: /\/@tabler\/icons-react\// },
  // What opens over the page: menus, tooltips, dialogs.
  {
    name: 'overlays',
    holds:
      /\/(@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|tabbable)\/|\/@mantine\/core\/esm\/components\/(Menu|Popover|Tooltip|ScrollArea|Drawer|Modal|ModalBase|FocusTrap|Portal|Floating)\//,
  },
];

/** The groups as the bundler takes them. */
export const chunkGroups = groups.map(({ name, holds }) => ({
  name,
  test: (id: string) => holds.test(id) && !onAccessScreens.test(id),
}));
