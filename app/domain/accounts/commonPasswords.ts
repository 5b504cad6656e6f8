// With 8 or more characters, from published lists of leaked passwords, and a few about groceries.
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
123456789 12345678 password 1234567890 password1 qwerty123 1q2w3e4r iloveyou 11111111 qwertyuiop
123123123 1234567891 00000000 sunshine princess football baseball superman trustno1 welcome1 password123
passw0rd p@ssw0rd p@ssword p@ssword1 p@ssw0rd1 password12 password2 password1! password! 12341234
1qaz2wsx 1qaz2wsx3edc zaq12wsx q1w2e3r4 q1w2e3r4t5 1q2w3e4r5t 1q2w3e4r5t6y qwerty12 qwerty1234
qwerty12345 qwerty123456 qwertyui asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 qazwsxedc
qazwsx123 abcd1234 abc12345 abc123456 abcdefgh abcdefg1 a1234567 a12345678 a123456789 aa123456
aa12345678 12345678a 123456789a 1234567a 123456a1 11223344 1122334455 112233445566 88888888 99999999
66666666 77777777 55555555 33333333 22222222 44444444 12121212 123454321 987654321 9876543210 87654321
147258369 159753456 789456123 741852963 963852741 123321123 12344321 1234554321 123456123 123456654321
102030405060 10203040 01234567 012345678 0123456789 0987654321 1111111111 0000000000 111111111 12345679
1234567899 12345678910 123456789123 123456787 13131313 69696969 19841984 20002000 20202020 computer
internet samantha jennifer michelle elizabeth victoria alexander benjamin jonathan christopher nicholas
anthony1 charlie1 michael1 jordan23 jessica1 ashley12 daniel12 maverick whatever starwars mercedes
midnight corvette scorpion dolphins cocacola liverpool liverpool1 chelsea1 arsenal1 manchester barcelona
realmadrid champion football1 baseball1 basketball hello123 hello1234 helloworld welcome123 welcome12
letmein1 letmein123 letmeinnow admin123 admin1234 administrator administrator1 adminadmin root1234
rootroot test1234 testtest testing1 testing123 changeme changeme1 changeme123 default1 guest123
guest1234 user1234 temp1234 secret123 master12 master123 dragon12 dragon123 monkey12 monkey123 shadow12
shadow123 sunshine1 princess1 superman1 iloveyou1 iloveyou2 iloveyou! loveyou1 lovelove babygirl
babygirl1 butterfly butterfly1 blink182 metallica nirvana1 pokemon1 pokemon123 minecraft fortnite
naruto12 naruto123 google123 facebook facebook1 linkedin linkedin1 samsung1 samsung123 iphone12 android1
windows1 microsoft security summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 winter2023
winter2024 spring2024 autumn2024 january1 december1 monday123 friday13 qwer1234 qweasdzxc qweasd123
1234qwer 1234abcd 123qweasd 123qwe123 1a2b3c4d a1b2c3d4 a1b2c3d4e5 azertyuiop azerty123 passwort
passwort1 hallo123 schatz123 motdepasse contraseña contrasena senha123 parola123 kennwort password1234
password12345 password01 passpass pass1234 pass12345 passw0rd1 passw0rd! pa55word pa55w0rd thomas123
andrew12 killer123 mustang1 harley12 groceries shopping larder123 larderlarder grocery1 shoppinglist
`
    .trim()
    .split(/\s+/),
)
