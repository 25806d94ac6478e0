# Japanese. docs/speech-en.md says what the lines mean; docs/speech-ja.md what is particular to Japanese.
I: 私 | わたし | 僕 | 俺 | わし
ME: 私を | 僕を | 俺を
SEER: 占い師
MEDIUM: 霊媒師
BODYGUARD: 騎士
POSSESSED: 狂人
VILLAGER: 村人
WOLF: 人狼 | 狼 | 黒
HUMAN: 人間 | 白
CO: CO | co | カミングアウト
TOPIC: は | が
BE: です | だ
VOTE: に投票し[ます|たい] | に投票する | に入れる | に入れ[ます|たい]
NOT: ない | ません
IF: なら | たら
BREAK: から | ので | けど
ASK: か
_: さん | くん | ちゃん | を | の | も | で
