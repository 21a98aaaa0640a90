// SPDX-License-Identifier: MIT
// Campaigns and stores that somebody else wrote, and runs whose result is no number.
#include "campaign.hpp"

#include "scenarios/runner/campaign/store.hpp"

#include <sqlite3.h>

#include <algorithm>

namespace malha::testing {
namespace border_test {

namespace fs = std::filesystem;

void change(const fs::path& file, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
}

const std::string is_damaged = "campaign.sqlite: is damaged: ";
const std::string or_another = "; valid: another output folder, or remove it\n";

/// A finished shard, whose store is then changed.
class Foreign : public Campaign {
protected:
  Foreign() : Campaign(batch_scenario(1, 5)) {}

  void SetUp() override {
    const auto said = malha("run ./scenario.xml --shard 1/1 -o a/part");
    ASSERT_EQ(said.status, 0) << said.err;
  }
  void change_store(const std::string& sql) const { change(folder_ / "a/part" / Store::file_name, sql); }
  /// The part is refused, and nothing is written anywhere.
  void expect_refused(const std::string& message) const {
    const auto before = results_below(folder_.path());
    const auto said = malha("collect a/part -o b/collected");
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err, "malha: " + message);
    EXPECT_EQ(results_below(folder_.path()), before);
    EXPECT_FALSE(fs::exists(folder_ / "b"));
  }
};

const std::string no_folder = " cannot name a folder; valid: 1 to 200 bytes without '/' and control "
                              "characters, other than '.' and '..'\n";

TEST_F(Foreign, ScenarioThatLeadsOutOfTheStoreIsNotCopied) {
  change_store("UPDATE runs SET scenario = '../../escaped'");
  expect_refused("scenario '../../escaped'" + no_folder);
}

TEST_F(Foreign, RunThatLeadsOutOfTheStoreIsNotCopied) {
  change_store("UPDATE runs SET run = '..'");
  expect_refused("run '..'" + no_folder);
}

TEST_F(Foreign, ParametersOfTwoLinesAreNotCopied) {
  change_store("UPDATE runs SET parameters = 'a=1' || char(10) || 'b'");
  expect_refused("'a=1\\x0Ab' cannot name a folder; valid: settings without control characters\n");
}

TEST_F(Foreign, RunsOfNoCellAreNotCopied) {
  change_store("UPDATE runs SET run = 'other'");
  expect_refused("scenario 'scenario' has changed since its runs were made; valid: run it again\n");
}

TEST_F(Foreign, RequestWithoutItsKeysIsDamage) {
  change_store("UPDATE campaign SET request = '{\"scenarios\": []}'");
  expect_refused("a/part/" + is_damaged + "it does not say what was asked for" + or_another);
}

TEST_F(Foreign, RequestOfNoNumberOfSeedsIsDamage) {
  change_store("UPDATE campaign SET request = json_set(request, '$.seeds', 1e30)");
  expect_refused("a/part/" + is_damaged + "it has no number of seeds" + or_another);
}

TEST_F(Foreign, NullWhereTextIsDueIsDamage) {
  change_store("CREATE TABLE other AS SELECT * FROM runs; DROP VIEW metrics_of_runs; DROP TABLE runs; "
               "ALTER TABLE other RENAME TO runs; UPDATE runs SET run = NULL");
  expect_refused("a/part/" + is_damaged + "a 'run' in it is not a text" + or_another);
}

TEST_F(Foreign, InfiniteMetricIsDamage) {
  change_store("UPDATE metrics SET value = 9e999");
  const auto said = malha("collect a/part -o b/collected");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: a/part/" + is_damaged + "a 'value' in it is not a finite number" + or_another);
}

TEST_F(Foreign, TableWithoutAColumnIsDamage) {
  change_store("DROP VIEW metrics_of_runs; ALTER TABLE runs RENAME COLUMN seed TO sad");
  expect_refused("a/part/" + is_damaged + "no such column: seed" + or_another);
}

// The pages behind the first one, overwritten.
TEST_F(Foreign, DamagedFileIsCalledSo) {
  const auto file = folder_ / "a/part" / Store::file_name;
  auto text = text_of(file);
  ASSERT_GT(text.size(), 8192u);
  std::fill(text.begin() + 4096, text.end(), 'x');
  write_text(file, text);
  expect_refused("a/part/" + is_damaged + "database disk image is malformed" + or_another);
}

TEST_F(Foreign, DatabaseOfAnotherProgramStaysAsItIs) {
  for (const std::string version : {"", "PRAGMA user_version=1;", "PRAGMA user_version=7;"}) {
    const TemporaryFolder other;
    change(other / Store::file_name, version + "CREATE TABLE songs (title TEXT)");
    const auto before = text_of(other / Store::file_name);
    const auto said = malha("run ./scenario.xml -o '" + other.path().string() + "'");
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err, "malha: " + (other / Store::file_name).string() +
                            ": is no campaign of Malha; valid: another output folder\n");
    EXPECT_EQ(text_of(other / Store::file_name), before);
  }
}

TEST_F(Foreign, PartThatIsMissingIsSaidBeforeAnythingIsCopied) {
  const auto said = malha("collect a/part a/other -o b/collected");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: a/other: holds no campaign; valid: an output folder of run or reproduce\n");
  EXPECT_FALSE(fs::exists(folder_ / "b"));
}

TEST_F(Foreign, PartThatCannotBeWrittenIsCollected) {
  const auto on_disk = [&](const std::string& script) {
    return run_shell(
        "mkdir -p disk && unshare --user --map-root-user --mount sh -c 'mount -t tmpfs none disk "
        "&& cp -r a/part disk/part && mount -o remount,ro disk " +
            script + "'",
        folder_.path());
  };
  if (on_disk("").status != 0)
    GTEST_SKIP() << "no file system may be mounted here";
  const auto said = on_disk("&& \"$MALHA\" collect disk/part -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  run_into("whole");
  EXPECT_EQ(results_below(folder_ / "out"), results_below(folder_ / "whole"));
}

/// Two jobs that come at once: the gap between them is 0.
class Infinite : public Campaign {
protected:
  Infinite()
      : Campaign(R"(<scenario>
  <question>-</question>
  <platform name="star"/>
  <workload name="two.swf"/>
  <seeds vary="nothing"/>
  <set key="platform.hosts" value="4"/>
  <vary key="gap_width" values="1e-310 2"/>
  <run name="fcfs" deployment="cluster.fcfs"/>
  <measure metric="gap_density"/>
</scenario>
)") {
    write_text(folder_ / "two.swf", "; MaxProcs: 4\n1 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n"
                                    "2 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n");
  }
};

// All gaps are within [0 - width / 2, 0 + width / 2): their density is 1 / width, 0.5 of the second run, and
// beyond all numbers in the first.
TEST_F(Infinite, AMetricFailsItsRunAlone) {
  const auto said = malha("run ./scenario.xml -o out");
  EXPECT_EQ(said.status, 5);
  EXPECT_EQ(said.err, "malha: scenario, run 'fcfs' gap_width=1e-310: metric 'gap_density' came out as inf, "
                      "which is no result: amounts or dates are beyond what numbers hold\n");
  const auto rows = text_of(folder_ / "out/runs.csv");
  EXPECT_NE(rows.find("scenario,fcfs,gap_width=2,0,gap_density,0.5,1/s\n"), std::string::npos) << rows;
  EXPECT_EQ(rows.find("1e-310"), std::string::npos) << rows;
  EXPECT_FALSE(fs::exists(folder_ / "out/scenario/fcfs/gap_width=1e-310"));
}

TEST_F(Infinite, AMetricFailsASimulation) {
  const auto said = malha("simulate -p star -d cluster.fcfs -w two.swf --set platform.hosts=4 --set "
                          "gap_width=1e-310 -o out");
  EXPECT_EQ(said.status, 5);
  EXPECT_EQ(said.err, "malha: simulation: metric 'gap_density' came out as inf, which is no result: amounts "
                      "or dates are beyond what numbers hold\n");
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

/// Settings whose text is longer than the name of a folder may be.
class LongSettings : public Campaign {
protected:
  LongSettings() : Campaign(batch_scenario(1, 5)) {}
};

TEST_F(LongSettings, HaveAFolderWithAHash) {
  std::string speeds = "1e9";
  for (int i = 0; i < 80; ++i)
    speeds += ",2e9";
  const auto said = malha("run ./scenario.xml -o out --set platform.speeds=" + speeds);
  EXPECT_EQ(said.status, 0) << said.err;
  std::size_t folders = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "out/scenario/fcfs")) {
    const auto name = entry.path().filename().string();
    EXPECT_EQ(name.rfind("platform.speeds=1e9,2e9,", 0), 0u) << name;
    EXPECT_EQ(name.size(), 150u + 1 + 32) << name; // "~" and a hash of 128 bits in hexadecimal digits
    ++folders;
  }
  EXPECT_EQ(folders, 2u); // of the two cells
}

} // namespace border_test
} // namespace malha::testing
