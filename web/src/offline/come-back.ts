/**
 * On the page that says "offline": loads the page that was wanted again, whose address the document
 * still has, when asked to and as soon as there is a network.
 */
const reload = () => location.reload();

addEventListener('online', reload);
document.querySelector('[data-retry]')?.addEventListener('click', reload);

// Not a module to the browser; this keeps its names out of the other scripts'.
export {};
