/** What is typed to the bot, as the bubble it becomes. */
export function Command({ text }: { text: string }) {
  return (
    <code className="inline-block rounded-md rounded-br-none bg-accent px-3.5 py-1.5 font-mono font-semibold text-on-accent text-sm">
      {text}
    </code>
  );
}
