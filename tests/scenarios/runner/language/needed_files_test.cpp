// SPDX-License-Identifier: MIT
#include "results/files/csv_reader.hpp"
#include "results/files/sha256.hpp"
#include "scenarios/runner/runs/needed_file.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace needed_files_test {

namespace fs = std::filesystem;

const std::string job_of_10_s = "1 0 -1 10 1 -1 -1 1 20 -1 1 7 -1 -1 -1 -1 -1 -1\n";
const std::string job_of_20_s = "1 0 -1 20 1 -1 -1 1 20 -1 1 7 -1 -1 -1 -1 -1 -1\n";
const std::string url = "https://example.org/logs/theirs.swf";

/// A scenario on a trace that it does not bring.
class NeededFiles : public ::testing::Test {
protected:
  void SetUp() override {
    for (const char* variable : file_variables)
      unsetenv(variable);
    fs::create_directories(folder_ / "own");
    write_text(folder_ / "own/theirs.swf", job_of_10_s);
    sum_ = sha256_of(folder_ / "own/theirs.swf");
    fs::remove(folder_ / "own/theirs.swf");
    write_scenario(needs("theirs.swf", sum_));
  }
  static std::string needs(const std::string& file, const std::string& sum) {
    return R"(<needs file=")" + file + R"(" sha256=")" + sum + R"(" url=")" + url +
           R"(" source="textbook"/>)";
  }
  /// The makespan is that of a job of 10 s.
  void write_scenario(const std::string& needed, const std::string& settings = "") const {
    write_text(folder_ / "log-one.xml", "<scenario>\n<question>How long?</question>\n" + needed + R"(
<platform name="star"/><workload name="theirs.swf"/><seeds vary="nothing"/>
<set key="transport" value="instant"/><set key="platform.hosts" value="2"/>)" +
                                            settings + R"(
<run name="fcfs" deployment="cluster.fcfs"/>
<published metric="makespan" cell="run=fcfs" value="10" unit="s" tolerance="1%" source="textbook" where="1" read="text"/>
<claim text="it ends" metric="makespan" cell="run=fcfs" at_most="10" source="textbook" where="1"/>
</scenario>)");
  }
  void give(const std::string& text, const std::string& folder = "own") const {
    fs::create_directories(folder_ / folder);
    write_text(folder_ / folder / "theirs.swf", text);
  }
  Said shell(const std::string& command) const { return run_shell(command, folder_.path()); }
  std::vector<std::string> verdicts(const std::string& folder) const {
    std::vector<std::string> all;
    for (CsvReader rows(folder_ / folder / "verdicts.csv"); rows.next();)
      all.push_back(rows.text("verdict"));
    return all;
  }
  /// What is missing, and where it is to be had.
  std::string missing() const {
    return "needs theirs.swf, which is not shipped (SHA-256 " + sum_ + "): get it from " + url +
           ", and name its folder by --files or MALHA_FILES";
  }

  TemporaryFolder folder_;
  std::string sum_;
};

/// The words of a text, which the program breaks into lines.
std::string in_one_line(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  for (std::string word; in >> word;)
    line += (line.empty() ? "" : " ") + word;
  return line;
}

using Verdicts = std::vector<std::string>;

TEST_F(NeededFiles, ThatAreNotHereLeaveAllUnchecked) {
  const auto said = shell("$MALHA run ./log-one.xml -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(in_one_line(said.out).find("unchecked: " + missing()), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("unchecked 2"), std::string::npos) << said.out;
  EXPECT_EQ(verdicts("out"), (Verdicts{"unchecked", "unchecked"}));
  EXPECT_EQ(text_of(folder_ / "out/runs.csv"), "scenario,run,parameters,seed,metric,value,unit\n");
}

TEST_F(NeededFiles, AreJudgedWhereTheyAreHere) {
  give(job_of_10_s);
  for (const std::string way : {"$MALHA run ./log-one.xml --files own -o by-option",
                                "MALHA_FILES=/tmp:own \"$MALHA\" run ./log-one.xml -o by-variable",
                                "MALHA_TRACES=own \"$MALHA\" run ./log-one.xml -o by-former-variable"}) {
    const auto said = shell(way);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(verdicts(way.substr(way.find("-o ") + 3)), (Verdicts{"agrees", "agrees"})) << said.out;
  }
}

// A page of what was made needs the file no more. Who runs the scenario again without it has no numbers, and
// the store keeps those that it has.
TEST_F(NeededFiles, MayComeLaterAndGoAgain) {
  EXPECT_EQ(shell("$MALHA run ./log-one.xml -o out").status, 0);
  give(job_of_10_s);
  const auto with = shell("$MALHA run ./log-one.xml --files own -o out");
  EXPECT_EQ(with.status, 0) << with.err;
  EXPECT_EQ(verdicts("out"), (Verdicts{"agrees", "agrees"}));
  EXPECT_EQ(shell("$MALHA report out").status, 0);
  EXPECT_EQ(text_of(folder_ / "out/report.html").find("which is not shipped"), std::string::npos);
  EXPECT_EQ(shell("$MALHA run ./log-one.xml -o out").status, 0);
  EXPECT_EQ(verdicts("out"), (Verdicts{"unchecked", "unchecked"}));
  const auto again = shell("$MALHA run ./log-one.xml --files own -o out");
  EXPECT_NE(again.out.find("1 of 1 runs were there already"), std::string::npos) << again.out;
  EXPECT_EQ(verdicts("out"), (Verdicts{"agrees", "agrees"}));
}

// The run is known by the content of the file, and not by its folder.
TEST_F(NeededFiles, AreKnownByTheirContent) {
  give(job_of_10_s);
  EXPECT_EQ(shell("$MALHA run ./log-one.xml --files own -o out").status, 0);
  give(job_of_10_s, "other");
  const auto again = shell("$MALHA run ./log-one.xml --files other -o out");
  EXPECT_NE(again.out.find("1 of 1 runs were there already"), std::string::npos) << again.out;
  give(job_of_20_s, "third");
  write_scenario(needs("theirs.swf", sha256_of(folder_ / "third/theirs.swf")));
  const auto changed = shell("$MALHA run ./log-one.xml --files third -o out");
  EXPECT_EQ(changed.out.find("were there already"), std::string::npos) << changed.out;
  EXPECT_EQ(changed.status, 1); // 20 s are not 10 s
}

TEST_F(NeededFiles, OfAnotherContentAreRefused) {
  give(job_of_20_s);
  const auto said = shell("$MALHA run ./log-one.xml --files own -o out");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: ./log-one.xml:3: own/theirs.swf: has the SHA-256 sum " +
                          sha256_of(folder_ / "own/theirs.swf") + "; valid: the file with the sum " + sum_ +
                          ", from " + url + "\n");
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(NeededFiles, AreNeitherFoldersNorLookedForInFiles) {
  fs::create_directories(folder_ / "own/theirs.swf");
  EXPECT_NE(
      shell("$MALHA run ./log-one.xml --files own -o out").err.find("own/theirs.swf: is no regular file"),
      std::string::npos);
  EXPECT_EQ(shell("$MALHA run ./log-one.xml --files none -o out").err,
            "malha: --files: none is not a folder; valid: a folder of files that are not shipped\n");
  EXPECT_EQ(shell("MALHA_FILES=none \"$MALHA\" run ./log-one.xml -o out").err,
            "malha: MALHA_FILES: none is not a folder; valid: a folder of files that are not shipped\n");
}

TEST_F(NeededFiles, AreDescribedExactly) {
  const auto refusal = [this](const std::string& needed) {
    write_scenario(needed);
    const auto said = shell("$MALHA run ./log-one.xml -o out");
    EXPECT_EQ(said.status, 2);
    return said.err;
  };
  EXPECT_EQ(refusal(needs("theirs.swf", "abc")),
            "malha: ./log-one.xml:3: 'abc' is no SHA-256 sum; valid: 64 digits, 0 to 9 and a to f\n");
  EXPECT_EQ(refusal(needs("a/theirs.swf", sum_)),
            "malha: ./log-one.xml:3: 'a/theirs.swf' is no name of a file in a folder; valid: a name without "
            "'/'\n");
  EXPECT_EQ(refusal(needs("theirs.swf", sum_) + "\n" + needs("theirs.swf", sum_)),
            "malha: ./log-one.xml:4: a second <needs> of 'theirs.swf'\n");
  EXPECT_EQ(
      refusal(needs("theirs.swf", sum_) + "\n" + needs("more.csv", sum_)),
      "malha: ./log-one.xml:4: nothing reads 'more.csv'; valid: the name of the platform or workload, or "
      "the value of a setting that names a file\n");
}

// What can be checked without the file is checked.
TEST_F(NeededFiles, HideNoErrorOfTheScenario) {
  write_scenario(needs("theirs.swf", sum_), R"(<set key="workload.frist" value="3"/>)");
  EXPECT_NE(shell("$MALHA run ./log-one.xml -o out").err.find("'frist'"), std::string::npos);
  write_scenario(needs("theirs.swf", sum_), R"(<set key="policy.nothing" value="3"/>)");
  EXPECT_EQ(shell("$MALHA run ./log-one.xml -o out").status, 2);
  write_scenario(needs("theirs.swf", sum_));
  auto text = text_of(folder_ / "log-one.xml");
  text.replace(text.find("\"star\""), 6, "\"stra\"");
  write_text(folder_ / "log-one.xml", text);
  EXPECT_NE(shell("$MALHA run ./log-one.xml -o out").err.find("log-one.xml:4: unknown platform 'stra'"),
            std::string::npos);
}

// A job on both hosts of which one is down from 2 to 4 s: it is lost at 2 s, and runs from 4 to 14 s.
TEST_F(NeededFiles, MayBeThoseOfActors) {
  give("1 0 -1 10 2 -1 -1 2 20 -1 1 7 -1 -1 -1 -1 -1 -1\n");
  write_text(folder_ / "own/outages.csv", "resource,start,end\n1,2,4\n");
  write_scenario(needs("theirs.swf", sha256_of(folder_ / "own/theirs.swf")) +
                     needs("outages.csv", sha256_of(folder_ / "own/outages.csv")),
                 R"(<environment name="outages"/><set key="outages.file" value="outages.csv"/>)");
  const auto said = shell("$MALHA run ./log-one.xml --files own -o out");
  EXPECT_EQ(said.status, 1) << said.err; // 14 s are not 10 s
  EXPECT_NE(text_of(folder_ / "out/runs.csv").find("makespan,14,s"), std::string::npos)
      << text_of(folder_ / "out/runs.csv");
  fs::remove(folder_ / "own/outages.csv");
  EXPECT_EQ(shell("$MALHA run ./log-one.xml --files own -o without").status, 0);
  EXPECT_EQ(verdicts("without"), (Verdicts{"unchecked", "unchecked"}));
}

TEST_F(NeededFiles, AreShownOnAPage) {
  give(job_of_10_s);
  write_text(folder_ / "log-two.xml", text_of(folder_ / "log-one.xml"));
  auto other = text_of(folder_ / "log-one.xml");
  for (auto at = other.find("theirs.swf\""); at != std::string::npos; at = other.find("theirs.swf\"", at + 9))
    other.replace(at, 6, "absent");
  write_text(folder_ / "log-two.xml", other);
  const auto said = shell("$MALHA run ./log-one.xml ./log-two.xml --files own -o out --report");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(verdicts("out"), (Verdicts{"agrees", "agrees", "unchecked", "unchecked"}));
  EXPECT_NE(text_of(folder_ / "out/report.html").find("needs absent.swf, which is not shipped"),
            std::string::npos);
  EXPECT_NE(in_one_line(said.out).find("not run, since a file is not here: log-two: needs absent.swf"),
            std::string::npos)
      << said.out;
}

TEST_F(NeededFiles, AreSaidByListAndDescribe) {
  const auto listed = shell("$MALHA list scenarios").out;
  EXPECT_NE(listed.find("needs lublin-1.swf (not here): "), std::string::npos);
  const auto described = in_one_line(shell("$MALHA describe learned-lublin-1").out);
  EXPECT_NE(described.find("needs lublin-1.swf, which is not shipped (SHA-256 a394ab3d81179ebc"),
            std::string::npos)
      << described;
}

TEST_F(NeededFiles, AreNeededByOtherCommandsToo) {
  const auto chaos = shell("$MALHA chaos ./log-one.xml");
  EXPECT_EQ(chaos.status, 2);
  EXPECT_EQ(chaos.err, "malha: chaos: scenario 'log-one' " + missing() + "\n");
  const auto submitted = shell("$MALHA submit slurm ./log-one.xml -o sub --print commands");
  EXPECT_EQ(submitted.status, 2);
  EXPECT_NE(submitted.err.find(missing()), std::string::npos) << submitted.err;
}

} // namespace needed_files_test
} // namespace malha::testing
