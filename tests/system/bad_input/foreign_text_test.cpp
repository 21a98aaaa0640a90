// SPDX-License-Identifier: MIT
// Names and sentences that somebody else wrote, with what terminals, browsers, spreadsheets and shells obey:
// each kind through each output.
#include "refusal.hpp"
#include "results/files/visible_text.hpp"

namespace malha::testing {
namespace foreign_text_test {

/// ESC [2J clears a screen, ESC ]52 fills the clipboard, U+009B is one more ESC [, U+202E turns the line
/// round.
const std::string evil = "\x1b[2J\x1b]52;c;cm0=\a\xC2\x9B"
                         "31m\xE2\x80\xAEgpj";
/// The same without what XML has no characters for.
const std::string evil_in_xml = "=1+1\xC2\x9B"
                                "31m\xE2\x80\xAEgpj&lt;b&gt;'";

class ForeignText : protected InFreshFolder, public ::testing::Test {
protected:
  /// Nothing of it is obeyed. Returns all that was said.
  Said expect_shown(const std::string& arguments) const {
    const auto said = malha(arguments);
    EXPECT_EQ(visible(said.out), said.out) << arguments;
    EXPECT_EQ(visible(said.err), said.err) << arguments;
    return said;
  }
  /// Neither is anything in the files that people look at. Returns how many there are.
  int expect_shown_in(const std::string& folder) const {
    int number = 0;
    for (const auto& [file, text] : results_below(folder_ / folder)) {
      EXPECT_EQ(visible(text) == text, true) << file;
      ++number;
    }
    return number;
  }
  /// In single quotes of a shell.
  static std::string quoted(const std::string& text) { return "'" + text + "'"; }

  /// A host has that name, and an owner of it.
  void write_platform(const std::string& name) const {
    write_text(folder_ / "p.xml",
               R"(<?xml version="1.0"?><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="A" routing="Full">
<host id="h0" speed="1Gf"><prop id="role" value="master"/></host>
<host id=")" + name +
                   R"(" speed="1Gf"><prop id="role" value="worker"/><prop id="owner" value=")" + name +
                   R"("/></host>
<link id="l" bandwidth="1MBps" latency="1ms"/><route src="h0" dst=")" +
                   name + R"("><link_ctn id="l"/></route></zone></platform>)");
  }
};

const std::string simulation = "simulate -d cluster.fcfs --set transport=instant ";

TEST_F(ForeignText, OfTheCommandLineIsShown) {
  const auto name = quoted(evil);
  for (const auto& arguments : {name,
                                "list " + name,
                                "describe " + name,
                                "run " + name,
                                "run ./" + name + ".xml",
                                "manual " + name,
                                "reproduce " + name,
                                "validate " + name,
                                "check " + name,
                                "convert " + name + ".swf x.swf",
                                "simulate -p star -w bag_of_tasks -d " + name,
                                "simulate -p star -w " + name + " -d cluster.fcfs",
                                "simulate -w bag_of_tasks -p " + name + " -d cluster.fcfs",
                                simulation + "-p star -w bag_of_tasks --environment " + name,
                                simulation + "-p star -w bag_of_tasks --set " + name + "=1",
                                simulation + "-p star -w bag_of_tasks --set workload.tasks=" + name,
                                simulation + "-p star -w bag_of_tasks --sg-cfg " + name + ":1",
                                "list --plugin-path " + name,
                                "new policy " + name,
                                "platform " + name,
                                "report " + name,
                                "complete -- run " + name}) {
    const auto said = expect_shown(arguments);
    EXPECT_TRUE(said.status == 2 || arguments.rfind("complete", 0) == 0) << arguments;
  }
  const auto of_environment = run_shell("MALHA_PLUGIN_PATH=" + name + " \"$MALHA\" list", folder_.path());
  EXPECT_EQ(of_environment.status, 2);
  EXPECT_NE(of_environment.err.find("\\x1b[2J\\x1b]52;c;cm0=\\x07\\u009b31m\\u202egpj"), std::string::npos)
      << of_environment.err;
  EXPECT_EQ(visible(of_environment.err), of_environment.err);
}

TEST_F(ForeignText, OfFilesAndFoldersIsShown) {
  const auto said =
      expect_shown(simulation + "-p star -w bag_of_tasks --set workload.tasks=5 -o " + quoted(evil));
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(expect_shown("validate " + quoted(evil)).status, 0);
  EXPECT_EQ(expect_shown("report " + quoted(evil)).status, 0);
  EXPECT_GT(expect_shown_in(evil), 4);
}

/// A scenario with that text as its question, claim and source.
std::string scenario_with(const std::string& text) {
  return R"(<scenario records="jobs">
  <question>)" +
         text + R"(</question>
  <platform name="star"/><workload name="rigid_jobs"/><seeds vary="the workload" number="1"/>
  <set key="platform.hosts" value="4" reason="x"/><set key="workload.jobs" value="9" reason="x"/>
  <set key="transport" value="instant" reason="x"/><vary key="workload.interarrival" values="300 600"/>
  <run name="fcfs" deployment="cluster.fcfs"/><run name="easy" deployment="cluster.easy_backfill"/>
  <measure metric="mean_waiting_time"/>
  <claim text=")" +
         text + R"(" metric="mean_waiting_time" less="run=easy workload.interarrival=300"
    than="run=fcfs workload.interarrival=300" source=")" +
         text + R"(" where="x"/></scenario>)";
}

// What commands a terminal is refused where XML is read.
TEST_F(ForeignText, OfAScenarioIsShown) {
  for (const std::string& text : {evil_in_xml, std::string("&#x1b;]0;PWNED&#x7;")}) {
    write_text(folder_ / "s.xml", scenario_with(text));
    EXPECT_EQ(expect_shown("run ./s.xml -o out --report").status, 2) << text;
  }
  write_text(folder_ / "s.xml", scenario_with("=1+1$(touch obeyed)`touch obeyed`&lt;b&gt;bold'"));
  EXPECT_NE(expect_shown("run ./s.xml -o out --report").status, 2);
  expect_shown("report out");
  EXPECT_GT(expect_shown_in("out"), 4);
  EXPECT_NE(text_of(folder_ / "out/verdicts.csv").find("'=1+1"), std::string::npos);
  EXPECT_EQ(text_of(folder_ / "out/report.html").find("<b>bold"), std::string::npos);
  expect_shown("submit slurm ./s.xml -o sub --tasks 2 --dry-run");
  expect_shown("submit slurm ./s.xml -o sub --tasks 2 --print commands --set workload.jobs=" + quoted(evil));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "obeyed"));
}

TEST_F(ForeignText, OfHostsIsShownAndReadBack) {
  const auto command = simulation + "-p ./p.xml -w bag_of_tasks --set workload.tasks=5 -o out";
  write_platform(evil_in_xml);
  EXPECT_EQ(expect_shown(command).status, 2);
  write_platform("=1+1&lt;b&gt;'");
  const auto said = expect_shown(command);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(text_of(folder_ / "out/resources.csv").find("'=1+1<b>'"), std::string::npos)
      << text_of(folder_ / "out/resources.csv");
  EXPECT_EQ(expect_shown("validate out").status, 0);
  EXPECT_EQ(expect_shown("report out").status, 0);
  EXPECT_EQ(expect_shown("export out --chrome out/trace.json").status, 0);
  EXPECT_GT(expect_shown_in("out"), 4);
}

// A user of a trace, in the columns of jobs.csv and of the metrics by user.
TEST_F(ForeignText, OfUsersIsShownAndReadBack) {
  const std::string user = "=cmd|'\x1b[2J\"\n\xC2\x9B,x";
  std::string in_quotes;
  for (const char letter : user)
    in_quotes += letter == '"' ? "\"\"" : std::string(1, letter);
  write_text(folder_ / "w.csv", "a,b,c,d,e\n1,0,10,1,\"" + in_quotes + "\"\n2,0,10,1,-ann\n");
  const auto said = expect_shown(simulation + "-p star --set platform.hosts=2 -w w.csv --set "
                                              "workload.columns=job:a,submit:b,run:c,nodes:d,user:e -o out");
  if (said.status == 2)
    return;
  EXPECT_EQ(expect_shown("validate out").status, 0);
  EXPECT_EQ(expect_shown("report out").status, 0);
  EXPECT_GT(expect_shown_in("out"), 4);
  EXPECT_NE(text_of(folder_ / "out/jobs.csv").find(",'-ann,"), std::string::npos);
}

TEST_F(ForeignText, OfAPluginIsShown) {
  const std::string settings = " --set policy=cluster/commanding --plugin-path plugins/commanding ";
  const auto said = expect_shown(simulation + settings + "-p star -w bag_of_tasks -o out");
  EXPECT_EQ(said.status, 3) << said.err;
  EXPECT_NE(said.err.find(
                "\\x1b]0;title\\x07\\x1b[2J\\x1b]52;c;cm0gLXJmIH4=\\x07\\u009b31m\\u202eno\\x0dmalha: all"),
            std::string::npos)
      << said.err;
  EXPECT_EQ(expect_shown("check plugins/commanding --no-valgrind").status, 3);
}

} // namespace foreign_text_test
} // namespace malha::testing
