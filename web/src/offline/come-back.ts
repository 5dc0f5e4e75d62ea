/**
 * On the page that says "offline": loads the page that was wanted again, whose address the document
 * still has, when asked to and as soon as there is a network.
 */
const reload = () => location.reload();

addEventListener('online', reload);
// Asked of the document: the button gives way to its English twin when the page turns out to be read so.
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-retry]')) reload();
});

// Not a module to the browser; this keeps its names out of the other scripts'.
export {};
