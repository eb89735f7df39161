/** Whether a text looks like an email address; only the server knows whether mail can be sent to it. */
export const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());
