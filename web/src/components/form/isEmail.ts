/** Whether a text looks like an email address; only the server can check deliverability. */
export const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());
