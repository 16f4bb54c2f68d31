import { expect, test } from 'vitest';
import { soundsLikeVoicemail } from './hear-voicemail.ts';

const says = (text: string) => soundsLikeVoicemail({ speaker: 'customer', by: 'speech', text });

test.each([
  'Hello, you have reached Dana Reed. I cannot take your call right now. Please leave a message after the tone.',
  'Hello, you have reached Dana Reed. I cannot take your call right now. Please leave a message after',
  'The person you have called is not available. At the tone, please record your message.',
  "Hi, this is Tom. I can't come to the phone at the moment.",
  'Your call has been forwarded to an automated voice messaging system.',
  'Leave your name and number, and I will call you back.',
  'please leave us a short message',
  'Please record your name and number.',
  'Guten Tag, Sie sind mit der Mailbox von Jonas Weber verbunden.',
  'Ich kann Ihren Anruf im Moment nicht entgegennehmen. Bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
  'Der gewünschte Gesprächspartner ist zurzeit nicht erreichbar.',
  'hinterlassen sie mir bitte eine kurze nachricht',
  'Ha llamado a Lucía Romero, ahora no puedo atender su llamada. Deje su mensaje después de la señal.',
  'El número al que usted llama no está disponible en este momento.',
  'dejeme un mensaje y le llamo',
  'Bonjour, vous êtes bien sur le répondeur de Claire Moreau.',
  'Votre correspondant n’est pas disponible pour le moment.',
  'Laissez-moi un message, je vous rappelle.',
  'Risponde la segreteria telefonica di Marco Conti. Lasciate un messaggio dopo il segnale acustico.',
  'L’utente da lei chiamato non è al momento raggiungibile.',
  'Ligou para a Rita, de momento não posso atender a sua chamada.',
  'Deixe a sua mensagem após o sinal.',
  'O número que marcou não está disponível.',
  'Dit is de voicemail van Sanne de Vries. Spreek een bericht in na de piep.',
  'Laat gerust een bericht achter, dan bel ik terug.',
])('a machine says %j', (text) => {
  expect(says(text)).toBe(true);
});

test.each([
  'Hello?',
  'Hello, this is Dana, how can I help you?',
  'She is not available right now. Would you like to leave a message?',
  'You have reached Riverside Dental, how can I help?',
  'Do you want to leave a message or shall I transfer you?',
  'I cannot talk right now, call me later.',
  'I am not interested, please do not leave a message again?',
  'He is out. Can I take a message?',
  'You got my voicemail yesterday, right?',
  'Hi. If you record your name and reason for calling, I’ll see if this person is available.',
  'Guten Tag, Praxis Weber, was kann ich für Sie tun?',
  'Er ist gerade nicht da, möchten Sie eine Nachricht hinterlassen?',
  'möchten sie dass ich ihm eine nachricht hinterlasse',
  'Ich habe Ihre Nachricht auf der Mailbox gehört.',
  'Dígame.',
  '¿Quiere que le deje un mensaje?',
  'quiere que le deje un recado',
  'Ahora no puedo atenderle, estoy en una reunión.',
  'Allô, oui, c’est moi.',
  'Vous voulez que je lui laisse un message ?',
  'Je ne peux pas vous parler maintenant.',
  'Pronto, chi parla?',
  'Vuole lasciare un messaggio',
  'Estou, quem fala?',
  'Quer deixar um recado',
  'Recebi a sua mensagem na caixa postal.',
  'Met Sanne de Vries.',
  'Wilt u een bericht achterlaten',
  'Ik kan nu niet praten.',
])('a person may say %j', (text) => {
  expect(says(text)).toBe(false);
});

test('keys, typed words and what the agent says are no machine', () => {
  const text = 'Please leave a message after the tone.';
  expect(soundsLikeVoicemail({ speaker: 'agent', by: 'speech', text })).toBe(false);
  expect(soundsLikeVoicemail({ speaker: 'customer', by: 'typed', text })).toBe(false);
});
