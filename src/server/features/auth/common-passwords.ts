import { FREQUENT } from './frequent-passwords.ts'

/**
 * The passwords that are tried first, six characters or longer, lower-cased: what is leaked most
 * (frequent-passwords.ts), the top of the lists that are published every year, and what Norwegians
 * choose (words, names, clubs, keyboard rows with å).
 */
const LIST = `
000000 0123456789 101010 102030 111111 1111111 11111111 112233 11223344 121212 123123 123123123 12312312 123321 1234321
12341234 1234554321 123454321 12344321 12345 123456 1234560 1234567 12345678 123456789 1234567890 12345678910 1234567891 123456a
123456q 123456abc 123456789a 12345a 12345q 12345qwert 1234abcd 1234qwer 123654 123abc 123qwe 123qweasd 124578 131313 134679
142536 147258 147258369 147852 159159 159357 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 222222 232323 252525 258456
333333 444444 456123 456789 555555 654321 666666 696969 741852 741852963 753951 777777 7777777 789456 789456123 87654321 888888
88888888 963852741 987654 987654321 9876543210 999999 a12345 a123456 a1234567 a123456789 aa123456 aaaaaa aaaaaaaa abc123
abc12345 abcd1234 abcdef abcdefg abcdefgh abcdefghi access admin1 admin12 admin123 admin1234 administrator adminadmin andreas
andrea andrew anders arsenal asdasd asdasdasd asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdfghjkløæ ashley azerty
bailey banana barcelona baseball basket basketball batman bergen bjørn123 blomst brann123 bubbles butterfly changeme charlie
cheese chelsea chocolate christian christoffer computer cookie daniel default demo123 demo1234 diamond dragon elefant emilie
eminem england facebook fakturabro familie fiken123 flower football forever fotball fotball1 fotball123 fredrik freedom friends
fuckyou gangster george ginger google gunnar gullfisk hallo1 hallo12 hallo123 hannah hanne123 harley heihei heihei1 heihei123
heisann hello1 hello123 hemmelig hemmelig1 hemmelig123 henrik hunter hvaskjer ihatesyou iloveyou iloveyou1 internet jakob123
jennifer jessica jesus1 johnny jonathan jordan jordan23 joshua juventus kaffe123 kaninen katten kjærlighet killer killer123
kristian kristin kristine lakers letmein letmein1 lillegutt lillemor liverpool liverpool1 london lovely loveme lovelove magnus
manchester marius markus martin martine master matrix matthew maggie michael michelle monkey monkey123 mustang mamma123 minecraft
mormor naruto nicole ninja123 nintendo norge1 norge123 norway norway123 nothing oliver password password! password1 password12
password123 passord passord1 passord12 passord123 passord1234 passw0rd p@ssw0rd p@ssword pa55word pass123 pass1234 peanut pepper
phoenix pokemon poohbear prinsesse princess purple qazwsx qazwsxedc qq123456 qwe123 qweasd qweasdzxc qweqwe qwer1234 qwerty
qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu qwertyui qwertyuio qwertyuiop qwertyuiopå rainbow ranger rosenborg
samantha sander samsung sandefjord secret secret1 secret123 servicem8 shadow silver skjønne slayer snickers snoopy soccer
sofie123 sommer sommer1 sommer12 sommer123 spiderman stavanger starwars stianstian summer sunshine sunshine1 superman superman1
sverige sykkel taylor telefon test12 test123 test1234 test12345 testing testtest thomas thomas1 tigger tinkerbell tromsø trondheim
trustno1 tottenham velkommen velkommen1 velkommen123 victoria vinter vinter1 vinter12 vinter123 viking viking1 welcome welcome1
welcome123 whatever william x123456 xxxxxx yankees yellow zaq12wsx zinch zxc123 zxcvbn zxcvbnm zxczxc øystein
`

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `${LIST} ${FREQUENT}`.split(/\s+/).filter((word) => word.length >= 6),
)
