/** What a person does to go on by themselves. */
const deeds = ['keydown', 'pointerdown', 'input'] as const;
/** Fields for passwords say it in their own way only. */
const problems = '[aria-invalid="true"], input[data-invalid="true"]';

/**
 * Puts the focus on the first field that is wrong once a form was sent (WCAG 2.2, 3.3.1), whoever finds it: the form at
 * once, or the server a moment later. It may stand folded away, or far above the button. Who types or clicks meanwhile
 * is left alone.
 */
export function focusFirstProblem(page: Document): void {
  let watching: AbortController | undefined;
  page.addEventListener(
    'submit',
    ({ target }) => {
      watching?.abort();
      watching = new AbortController();
      if (target instanceof HTMLFormElement) watch(page, target, watching);
    },
    true,
  );
}

function watch(page: Document, form: HTMLFormElement, end: AbortController): void {
  const { signal } = end;
  const look = () => {
    const field = form.querySelector<HTMLElement>(problems);
    field?.focus();
    // What is folded away takes no focus before it is unfolded.
    if (field && page.activeElement === field) end.abort();
  };
  const changes = new MutationObserver(look);
  changes.observe(form, { subtree: true, childList: true, attributes: true });
  signal.addEventListener('abort', () => changes.disconnect());
  for (const deed of deeds) page.addEventListener(deed, () => end.abort(), { capture: true, signal });
  // Complaints that stand already.
  requestAnimationFrame(() => signal.aborted || look());
}
