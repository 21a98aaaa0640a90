// SPDX-License-Identifier: MIT
#include "reading.hpp"
#include "scenarios/workload/files/failure_trace.hpp"

#include <tuple>

namespace malha::testing {
namespace failure_trace_test {

using Outages = std::vector<std::tuple<std::size_t, Seconds, std::optional<Seconds>>>;
using LogSettings = std::map<std::string, std::string>;

/// A line of an event trace: component, node, event type, start and stop.
std::string event(const std::string& component, int node, int type, const std::string& start,
                  const std::string& stop) {
  return "1\t" + component + "\t" + std::to_string(node) + "\t1\tnode " + std::to_string(node) + "\t" +
         std::to_string(type) + "\t" + start + "\t" + stop + "\t\n";
}

/// Two nodes. Node 4 is down from 1010 to 1020 s, and from 1050 s to the end of the log; node 7 from 1000 s.
const std::string events = "# event_id component_id …\n" + event("1", 7, 0, "1000", "1005") +
                           event("1", 7, 1, "1005", "1100") + event("1", 4, 1, "1000", "1010") +
                           event("1", 4, 0, "1010", "1020") + event("1", 4, 1, "1020", "1050") + "\n" +
                           event("1", 4, 0, "1050", "NULL");

class FailureTraces : public ::testing::Test {
protected:
  FailureTrace read(const std::string& text, const LogSettings& settings = {}) const {
    write_text(folder_ / "event_trace.tab", text);
    return read_failure_trace(folder_ / "event_trace.tab", Parameters(failure_trace_parameters(), settings));
  }
  Outages outages(const std::string& text, const LogSettings& settings = {}) const {
    Outages all;
    for (const auto& [node, start, end] : read(text, settings).outages)
      all.emplace_back(node, start, end);
    return all;
  }
  std::string refusal(const std::string& text, const LogSettings& settings = {}) const {
    const auto said = thrown<InputError>([&] { read(text, settings); });
    const auto begin = said.find("event_trace.tab:");
    return begin == std::string::npos ? said : said.substr(begin);
  }
  Said shell(const std::string& command) const { return run_shell(command, folder_.path()); }

  TemporaryFolder folder_;
};

// Nodes are numbered in the order of their ids: 4 is 0, and 7 is 1. The first event, at 1000 s, becomes 0 s.
TEST_F(FailureTraces, SayWhenNodesAreDown) {
  const auto trace = read(events);
  EXPECT_EQ(trace.nodes, 2u);
  EXPECT_EQ(outages(events), (Outages{{1, 0, 5}, {0, 10, 20}, {0, 50, std::nullopt}}));
  EXPECT_EQ(trace.begin, 1000);
  EXPECT_TRUE(trace.notes.empty());
}

TEST_F(FailureTraces, MayBeReadInPart) {
  EXPECT_EQ(outages(events, {{"nodes", "1"}}), (Outages{{0, 10, 20}, {0, 50, std::nullopt}}));
  // At 1012 s node 4 is down already, and node 7 is up again.
  EXPECT_EQ(outages(events, {{"from", "1012"}}), (Outages{{0, 0, 8}, {0, 38, std::nullopt}}));
  EXPECT_EQ(outages(events, {{"until", "1050"}}), (Outages{{1, 0, 5}, {0, 10, 20}}));
  EXPECT_EQ(texts(read(events, {{"from", "1012"}, {"until", "1050"}, {"nodes", "1"}}).notes),
            (std::vector<std::string>{"left out: outages that begin at fta.until or later: 1",
                                      "left out: nodes behind those of fta.nodes: 1"}));
  EXPECT_EQ(texts(read(events, {{"from", "1012"}}).notes).back(),
            "left out: outages that are over before fta.from: 1");
}

// 10 to 20 s, 15 to 30 s of another component, and 30 to 40 s, which touches: one outage of 30 s.
TEST_F(FailureTraces, JoinTheOutagesOfComponents) {
  EXPECT_EQ(outages(event("a", 1, 0, "10", "20") + event("b", 1, 0, "15", "30") +
                        event("a", 1, 0, "30", "40") + event("b", 1, 1, "30", "50"),
                    {{"from", "0"}}),
            (Outages{{0, 10, 40}}));
}

// The same events as above, the last ones first.
TEST_F(FailureTraces, MayHaveTheirLinesInAnyOrder) {
  EXPECT_EQ(outages(event("b", 1, 1, "30", "50") + event("a", 1, 0, "30", "40") +
                        event("b", 1, 0, "15", "30") + event("a", 1, 0, "10", "20"),
                    {{"from", "0"}}),
            (Outages{{0, 10, 40}}));
}

// One outage that is said twice, and one within another: 10 to 25 s.
TEST_F(FailureTraces, MayHaveOutagesOfOneComponentThatOverlap) {
  EXPECT_EQ(outages(event("a", 1, 0, "10", "25") + event("a", 1, 0, "10", "25") +
                        event("a", 1, 0, "12", "14") + event("a", 1, 1, "25", "30"),
                    {{"from", "0"}}),
            (Outages{{0, 10, 25}}));
}

TEST_F(FailureTraces, LeaveOutOutagesWithoutALength) {
  EXPECT_EQ(outages(event("a", 1, 0, "10", "10") + event("a", 1, 0, "12", "13"), {{"from", "0"}}),
            (Outages{{0, 12, 13}}));
}

TEST_F(FailureTraces, MayHaveNamesOfColumnsAndBlanksBetweenFields) {
  EXPECT_EQ(outages("event_id component_id node_id platform_id node_name event_type event_start_time "
                    "event_stop_time event_end_reason\r\n1 1 3 1 n3 0 7 9.5 none\r\n",
                    {{"from", "0"}}),
            (Outages{{0, 7, 9.5}}));
}

TEST_F(FailureTraces, MayHaveOtherStatesInWhichNodesAreDown) {
  const auto desktop =
      event("a", 1, 2, "10", "20") + event("a", 1, 3, "20", "30") + event("a", 1, 1, "30", "40");
  EXPECT_EQ(outages(desktop, {{"down", "0,2,3"}}), (Outages{{0, 0, 20}}));
  EXPECT_EQ(
      refusal(desktop),
      "event_trace.tab:1: event_type 2 is neither 1 (available) nor one of fta.down; valid: fta.down with "
      "all event types of nodes that are down, such as 0,2");
  EXPECT_EQ(
      refusal(desktop, {{"down", "0,1"}}),
      "setting fta.down=0,1: '1' is no event type of a node that is down; valid: whole numbers other than "
      "1, with ',' between them");
}

TEST_F(FailureTraces, AreRefusedWhereALineIsWrong) {
  const auto good = event("a", 1, 0, "10", "20");
  EXPECT_EQ(refusal(good + "1\t2\t3\n"), "event_trace.tab:2: has 3 fields; valid: 9, with tabs between them");
  EXPECT_EQ(refusal("1" + good.substr(0, good.size() - 1) + "\tmore\n"),
            "event_trace.tab:1: has 10 fields; valid: 9, with tabs between them");
  EXPECT_EQ(refusal(good + event("a", 1, 0, "x", "20")),
            "event_trace.tab:2: 'x' in event_start_time; valid: seconds, from 0 to below 1e12");
  EXPECT_EQ(refusal(event("a", 1, 0, "10", "-3")),
            "event_trace.tab:1: '-3' in event_stop_time; valid: seconds, from 0 to below 1e12");
  EXPECT_EQ(refusal(event("a", 1, 0, "10", "nan")),
            "event_trace.tab:1: 'nan' in event_stop_time; valid: seconds, from 0 to below 1e12");
  EXPECT_EQ(refusal(event("a", 1, 0, "30", "20")),
            "event_trace.tab:1: event_stop_time 20 is before event_start_time 30; valid: at least that");
  EXPECT_EQ(refusal(event("a", -1, 0, "10", "20")),
            "event_trace.tab:1: '-1' in node_id; valid: a whole number, at least 0");
  EXPECT_EQ(refusal("# nothing\n"), "event_trace.tab: has no event; valid: at least one");
}

TEST_F(FailureTraces, AreRefusedWhereAComponentIsInTwoStates) {
  EXPECT_EQ(
      refusal(event("a", 1, 0, "10", "20") + event("a", 1, 1, "19", "30")),
      "event_trace.tab:2: a component is available and unavailable at once, from 19 on: see also line 1; "
      "valid: events of a component that do not overlap");
  EXPECT_EQ(outages(event("a", 1, 0, "10", "20") + event("b", 1, 1, "19", "30")), (Outages{{0, 0, 10}}));
}

TEST_F(FailureTraces, AreRefusedWhereTheirPartIsNone) {
  EXPECT_NE(refusal(events, {{"nodes", "3"}}).find("has 2 nodes; valid: at most that"), std::string::npos);
  EXPECT_EQ(refusal(events, {{"until", "1000"}}),
            "setting fta.until=1000: is not later than the begin, 1000; valid: a later date");
  EXPECT_EQ(
      refusal(events, {{"from", "-0.5"}}),
      "setting fta.from=-0.5: is no date of a log; valid: at least 0, or -1 for that of the first event");
}

// host-0 is the master, which never fails; host-1 is down from 10 to 20 s. A job of 15 s on both is lost at
// 10 s, and runs again from 20 to 35 s.
TEST_F(FailureTraces, BecomeOutagesOfARun) {
  write_text(folder_ / "log.tab", event("1", 4, 0, "1010", "1020"));
  const auto said =
      shell("$MALHA convert log.tab outages.csv --set fta.from=1000 --set fta.first_resource=1");
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.out, "written: 1 outages of 1 of 1 nodes; 0 s is 1000 s of the log\n");
  EXPECT_EQ(text_of(folder_ / "outages.csv"), "resource,start,end\n1,10,20\n");
  write_text(folder_ / "one.swf", "1 0 -1 15 2 -1 -1 2 30 -1 1 7 -1 -1 -1 -1 -1 -1\n");
  const std::string simulate =
      "$MALHA simulate -p star --set platform.hosts=2 --set transport=instant -d cluster.fcfs -w one.swf "
      "--environment outages --set outages.file=";
  const auto run = shell(simulate + "outages.csv -o out");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(text_of(folder_ / "out/outages.csv"), "resource,start,end\n1,10,20\n");
  const auto rows = text_of(folder_ / "out/jobs.csv");
  EXPECT_NE(rows.find(",20,15,35,"), std::string::npos) << rows; // start, run time, end
  EXPECT_EQ(shell("$MALHA validate out").status, 0);
  EXPECT_EQ(shell("$MALHA rerun out").status, 0);
  // What a run wrote gives the same again; the file is known by its content.
  EXPECT_EQ(shell(simulate + "out/outages.csv -o again").status, 0);
  EXPECT_EQ(text_of(folder_ / "again/jobs.csv"), rows);
  const auto manifest = text_of(folder_ / "out/manifest.json");
  write_text(folder_ / "outages.csv", "resource,start,end\n1,10,20\n0,99,100\n");
  EXPECT_EQ(shell(simulate + "outages.csv -o master").status, 2);
  write_text(folder_ / "outages.csv", "resource,start,end\n1,10,20\n1,99,100\n");
  EXPECT_EQ(shell(simulate + "outages.csv -o more").status, 0);
  EXPECT_EQ(text_of(folder_ / "more/jobs.csv"), rows);
  EXPECT_NE(text_of(folder_ / "more/manifest.json"), manifest);
}

TEST_F(FailureTraces, AreWrittenAsOutagesOnly) {
  write_text(folder_ / "log.tab", events);
  EXPECT_EQ(shell("$MALHA convert log.tab out.swf").err,
            "malha: convert: cannot write a log of failures as out.swf; valid: a path that ends in .csv\n");
  EXPECT_EQ(shell("$MALHA convert none.tab out.csv").err,
            "malha: convert: none.tab: there is no such file\n");
  EXPECT_EQ(shell("$MALHA convert log.tab out.csv --set workload.first=3").err,
            "malha: setting workload.first=3: a log of failures takes fta.… only\n");
  EXPECT_EQ(shell("$MALHA convert log.tab out.csv --set fta.node=3").status, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.csv"));
}

TEST_F(FailureTraces, MayBeCompressed) {
  write_text(folder_ / "log.tab.gz", compressed(events));
  const auto said = shell("$MALHA convert log.tab.gz outages.csv");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(text_of(folder_ / "outages.csv"), "resource,start,end\n1,0,5\n0,10,20\n0,50,\n");
}

} // namespace failure_trace_test
} // namespace malha::testing
