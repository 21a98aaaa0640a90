// SPDX-License-Identifier: MIT
// How cases are written, and which there are.
#include "scenarios/runner/chaos/message_cases.hpp"

#include <gtest/gtest.h>

namespace malha::chaos {
namespace cases_test {

TEST(FaultCases, AreWrittenAndReadBack) {
  for (const std::string text : {"w1@12.5", "w1@12.5+30", "w-1@1e-06,w@2@1e+20+3", "17+30", "2:lost,17+0.5",
                                 "w1@2,17:lost", "17:twice+30,2+1"})
    EXPECT_EQ(text_of(case_from(text)), text);
  const auto crashes = case_from("a@12.5+30,b@2").crashes;
  ASSERT_EQ(crashes.size(), 2U);
  EXPECT_EQ(crashes[0].host, "a");
  EXPECT_EQ(crashes[0].date, 12.5);
  EXPECT_EQ(crashes[0].down, 30);
  EXPECT_EQ(crashes[1].down, never);
  const auto messages = case_from("17+30,2:lost,5:twice+3").messages;
  ASSERT_EQ(messages.size(), 3U);
  EXPECT_EQ(messages[0].number, 17);
  EXPECT_EQ(messages[0].late, 30);
  EXPECT_EQ(messages[1].number, 2);
  EXPECT_EQ(messages[1].late, never);
  EXPECT_EQ(messages[2].number, 5);
  EXPECT_EQ(messages[2].late, 3);
  EXPECT_TRUE(messages[2].is_doubled);
  EXPECT_EQ(environment_of(case_from("17+30,2:lost,5:twice+3")),
            (std::vector<std::string>{"late_messages", "lost_messages", "doubled_messages"}));
}

TEST(FaultCases, WithoutHostAndDateOrMessageAreRefused) {
  for (const std::string text :
       {"",       "w1",      "@5",       "w1@",        "w1@soon",  "w1@-1",      "w1@0",
        "w1@5+0", "w1@5+x",  "w1@inf",   "17",         "17+0",     "17+x",       "0:lost",
        ":lost",  "17:late", "17:twice", "17:twice+0", ":twice+3", "17+3:twice", "17:lost:lost"})
    EXPECT_THROW(case_from(text), InputError) << text;
}

/// Two hosts with a resource each, and two dates.
Record two_hosts() {
  Record record;
  record.components = {{"a", "x/worker", {"x/worker"}, 1}, {"b", "x/worker", {"x/worker"}, 1}};
  record.dates = {1, 4};
  return record;
}

Instance no_faults() { return {{}, {{}, {}, {}, Parameters(run_parameters(), {}), 0, {}, {}}, {}}; }

TEST(CrashCases, AreJustBeforeAtAndJustAfterEachDate) {
  const auto record = two_hosts();
  const auto space = crash_cases(no_faults(), record, {});
  // "At" is 2e-9 s later, when what ends then has ended. Of 4 s only "just before" is within the run.
  EXPECT_EQ(dates_around(record), (std::vector<Seconds>{1 - 1e-6, 1 + 2e-9, 1 + 1e-6, 4 - 1e-6}));
  EXPECT_DOUBLE_EQ(down_of(record, {}), 0.4); // a tenth of 4 s
  // Each of the two hosts goes, or returns, at each of 4 dates.
  EXPECT_EQ(space.families.size(), 4U);
  EXPECT_EQ(cases_in(space, {true, true, true, true}, 1000, 0).size(), 16U);
  EXPECT_EQ(cases_in(space, {true, false, false, false}, 1000, 0).size(), 4U);
}

TEST(CrashCases, AreDrawnWhereThereAreTooMany) {
  const auto record = two_hosts();
  const auto space = crash_cases(no_faults(), record, {});
  const auto drawn = [&](std::uint64_t seed) {
    std::vector<std::string> texts;
    for (const auto& one : cases_in(space, {true, true, true, true}, 7, seed))
      texts.push_back(text_of(one.faults));
    return texts;
  };
  EXPECT_EQ(drawn(1).size(), 7U);
  EXPECT_EQ(drawn(1), drawn(1));
  EXPECT_NE(drawn(1), drawn(2));
}

TEST(CrashCases, LeaveResourcesToJobs) {
  auto record = two_hosts();
  record.components.push_back({"front", "cluster/scheduler", {"cluster/scheduler"}, 0});
  record.components[0].resources = 3;
  EXPECT_EQ(most_left(record, {}), 4);                 // a batch scheduler has all of them
  EXPECT_EQ(most_left(record, case_from("a@1+2")), 4); // it recovers
  EXPECT_EQ(most_left(record, case_from("a@1")), 1);
  EXPECT_EQ(most_left(record, case_from("a@1,b@2")), 0);
  // Below a meta-scheduler a job gets resources of one cluster, unless its front host is gone.
  record.components[0].site = "x";
  record.components[1].site = record.components[2].leads = "y";
  EXPECT_EQ(most_left(record, {}), 3);
  EXPECT_EQ(most_left(record, case_from("a@1")), 1);
  EXPECT_EQ(most_left(record, case_from("front@1")), 3);
  EXPECT_EQ(most_left(record, case_from("front@1+5,a@2")), 1);
  EXPECT_EQ(most_left(record, case_from("front@1,a@2")), 0);
}

TEST(CrashCases, OfPairsHaveEachTwoDates) {
  const auto record = two_hosts();
  SweepRequest pairs;
  pairs.pairs = true;
  const auto space = crash_cases(no_faults(), record, pairs);
  // Both stay away, or both return: at 4 times 4 dates.
  ASSERT_EQ(space.families.size(), 2U);
  EXPECT_EQ(space.groups[0].way, "2 go");
  EXPECT_EQ(space.groups[1].way, "2 return");
  EXPECT_EQ(cases_in(space, {true, true}, 1000, 0).size(), 32U);
}

/// Four messages: two from a to b, one from c to b between them, and one from b to a.
Record four_messages() {
  Record record;
  record.dates = {1, 5};
  record.messages = {
      {"ask", "a", "b", 1}, {"ask", "c", "b", 2}, {"tell", "a", "b", 4}, {"tell", "b", "a", 4}};
  return record;
}

std::vector<std::string> texts_of(const CaseSpace& space) {
  std::vector<std::string> texts;
  for (const auto& one : cases_in(space, std::vector<bool>(space.families.size(), true), 1000, 0))
    texts.push_back(text_of(one.faults) + " " + space.groups[one.group].way);
  return texts;
}

TEST(MessageCases, AreLateUntilTheNextMessageATenthOfTheRunAndLongerThanTheRun) {
  SweepRequest late;
  late.messages = MessageSweep::late;
  // Message 1 leaves just after message 3, of the same sender, 3 s later; message 2 just after message 3. No
  // message comes after the others. A tenth of 5 s is 0.5 s, and the run and a minute are 65 s.
  const std::vector<std::string> expected{
      "1+3.000001 overtaken", "2+2.000001 overtaken", "1+0.5 late by 0.5 s", "2+0.5 late by 0.5 s",
      "3+0.5 late by 0.5 s",  "4+0.5 late by 0.5 s",  "1+65 late by 65 s",   "2+65 late by 65 s",
      "3+65 late by 65 s",    "4+65 late by 65 s"};
  EXPECT_EQ(texts_of(message_cases(four_messages(), late)), expected);
  late.late = 7;
  EXPECT_EQ(texts_of(message_cases(four_messages(), late)).size(), 4U);
}

TEST(MessageCases, AreDoubledAtOnceAndLater) {
  SweepRequest doubled;
  doubled.messages = MessageSweep::doubled;
  const auto texts = texts_of(message_cases(four_messages(), doubled));
  // As late messages, and each of the four at once, too.
  ASSERT_EQ(texts.size(), 14U);
  EXPECT_EQ(texts.front(), "1:twice+1e-06 again at once");
  EXPECT_EQ(texts[4], "1:twice+3.000001 again after the next");
  EXPECT_EQ(texts.back(), "4:twice+65 again after 65 s");
  doubled.late = 7;
  EXPECT_EQ(texts_of(message_cases(four_messages(), doubled)).size(), 4U);
}

TEST(MessageCases, OfPairsHaveEachTwoMessagesOnce) {
  SweepRequest lost;
  lost.messages = MessageSweep::lost;
  EXPECT_EQ(texts_of(message_cases(four_messages(), lost)),
            (std::vector<std::string>{"1:lost lost", "2:lost lost", "3:lost lost", "4:lost lost"}));
  lost.pairs = true;
  // Of four messages there are six pairs: two asks, an ask and a tell in four ways, two tells.
  EXPECT_EQ(
      texts_of(message_cases(four_messages(), lost)),
      (std::vector<std::string>{"1:lost,2:lost 2 lost", "1:lost,3:lost 2 lost", "1:lost,4:lost 2 lost",
                                "2:lost,3:lost 2 lost", "2:lost,4:lost 2 lost", "3:lost,4:lost 2 lost"}));
}

TEST(MessageCases, OfARunWithoutMessagesAreRefused) {
  SweepRequest lost;
  lost.messages = MessageSweep::lost;
  EXPECT_THROW(message_cases(Record{}, lost), InputError);
}

} // namespace cases_test
} // namespace malha::chaos
