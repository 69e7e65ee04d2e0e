// The one polite live region: what has just happened, in words.

let spoken = $state("");
let again = false;

export const say = (text: string): void => {
  // A no-break space at the end makes an equal sentence a new one for the screen reader.
  again = !again;
  spoken = again ? text : `${text}\u00a0`;
};

export const said = (): string => spoken;
