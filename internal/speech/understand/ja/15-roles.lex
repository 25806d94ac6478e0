# Japanese: what the roles are called. A role's line begins with its name in the protocol; the werewolf stands with what is
# said of its species, in 20-game.lex.

VILLAGER: 村人 | 市民 | 素村 | ただの村人 | 普通の村人 | 村人陣営の一人 | 一般市民 | 一般人 | 素村人 | 村の一員 \
    | ただの市民 | 役職なし | 素の村人 | 純粋な村人
SEER: [真|真の|本物の|本当の|唯一の|]占い師 | [真の|本物の|本当の|]占師 | 預言者 | 予言者 | 占い役 | 占者
MEDIUM: [真|真の|本物の|本当の|唯一の|]霊媒師 | [真の|本物の|本当の|]霊能者 | 霊媒 | 霊能 | 霊能力者 | 霊媒師役 \
    | 霊媒役
BODYGUARD: [真の|本物の|本当の|]騎士 | [真の|本物の|本当の|]狩人 | ボディーガード | ボディガード | 護衛役 | 狩り人 \
    | 用心棒 | 護衛の騎士
POSSESSED: 狂人 | 裏切り者 | 裏切者 | 狂信者
FREEMASON: 共有者 | 共有

# Whom a role that knows its fellows knows.
MYFELLOW: 相方 | 共有の相方 | 共有者の相方 | もう一人の共有者
