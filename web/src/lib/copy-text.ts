/**
 * Puts a text on the clipboard. Where the page came over plain HTTP, as in a home network, browsers keep
 * their clipboard closed to it, and only the old way is left.
 * @returns whether it worked
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const carrier = document.createElement('textarea');
  carrier.value = text;
  carrier.className = 'sr-only';
  // Within an open dialog, which would take the focus back from anywhere else.
  (focused?.parentElement ?? document.body).append(carrier);
  carrier.select();
  const isCopied = document.execCommand('copy');
  carrier.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
