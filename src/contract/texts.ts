/**
 * The texts of the product's catalogue, word for word. They are whole sentences: an answer shows them
 * as they are, where any other finding is put behind the name of its field.
 */
export const texts = {
  fillInAllFields: 'Please fill in all fields',
  enterPhone: 'Please enter phone number',
  selectCustomer: 'Please select customer',
  selectKeys: 'Please select keys to delete',
  keyNotBound: 'Cannot renew, this key is not bound to any device',
  customerNotFound: 'Customer not found',
  passwordsDiffer: 'New passwords do not match',
  wrongPassword: 'Current password incorrect',
  enterDeviceName: 'Please enter device name',
  enterName: 'Please enter name',
  invalidEmail: 'Invalid email',
  invalidPhone: 'Invalid phone',
} as const;

const sentences: ReadonlySet<string> = new Set(Object.values(texts));

export function isSentence(text: string): boolean {
  return sentences.has(text);
}
