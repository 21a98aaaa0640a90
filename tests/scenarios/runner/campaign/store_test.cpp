// SPDX-License-Identifier: MIT
#include "scenarios/runner/campaign/store.hpp"

#include "policies/sdk/errors.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

namespace malha::testing {
namespace store_test {

const std::vector<MetricValue> some_metrics{{"makespan", 0.1, "s"}, {"messages", 3, "count"}};

class StoreOfAFolder : public ::testing::Test {
protected:
  TemporaryFolder folder_;
};

TEST_F(StoreOfAFolder, GivesBackWhatWasPutToTheLastBit) {
  {
    Store store(folder_.path());
    store.put("a", some_metrics);
  }
  const Store again(folder_.path());
  EXPECT_EQ(again.finished(), std::set<std::string>{"a"});
  ASSERT_TRUE(again.metrics("a"));
  EXPECT_EQ(*again.metrics("a"), some_metrics);
  EXPECT_FALSE(again.metrics("b"));
}

TEST_F(StoreOfAFolder, ReplacesARunThatIsPutAgain) {
  Store store(folder_.path());
  store.put("a", some_metrics);
  store.put("b", some_metrics);
  store.put("a", {{"makespan", 7, "s"}});
  EXPECT_EQ(*store.metrics("a"), (std::vector<MetricValue>{{"makespan", 7, "s"}}));
  EXPECT_EQ(*store.metrics("b"), some_metrics);
}

TEST_F(StoreOfAFolder, KeepsFinishedRunsWhenTheCampaignChanges) {
  Store store(folder_.path());
  store.begin("first", {{"study", "run", "k=1", 0, "a"}, {"study", "run", "k=1", 1, "b"}});
  store.put("a", some_metrics);
  const std::vector<CampaignRun> runs{{"study", "run", "k=2", 18446744073709551615u, "c"}};
  store.begin("second", runs);
  EXPECT_EQ(store.request(), "second");
  EXPECT_EQ(store.runs(), runs);
  EXPECT_EQ(store.finished(), std::set<std::string>{"a"});
}

TEST_F(StoreOfAFolder, IsNotOpenedTwice) {
  const Store store(folder_.path());
  // SQLite keeps the locks of a process for all of it: only another one is kept out.
  const auto said = run_shell("cat > s.xml <<'END'\n<scenario><question>-</question><platform name='star'/>"
                              "<workload name='bag_of_tasks'/><seeds vary='nothing'/>"
                              "<run name='r' deployment='cluster.fcfs'/></scenario>\nEND\n"
                              "$MALHA run ./s.xml -o .",
                              folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "malha: output folder .: another command is using it; valid: wait, or another folder\n");
}

TEST_F(StoreOfAFolder, RefusesAFileThatIsNoStore) {
  write_text(folder_ / Store::file_name, std::string(8192, 'x'));
  EXPECT_EQ(thrown<InputError>([&] { Store store(folder_.path()); }),
            (folder_ / Store::file_name).string() +
                ": is no campaign of Malha; valid: another output folder");
}

TEST_F(StoreOfAFolder, RefusesAStoreOfAnotherVersion) {
  { Store store(folder_.path()); }
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((folder_ / Store::file_name).c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, "PRAGMA user_version=99", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
  EXPECT_EQ(thrown<InputError>([&] { Store store(folder_.path()); }),
            (folder_ / Store::file_name).string() +
                ": was written by another version of Malha; valid: another output folder");
}

} // namespace store_test
} // namespace malha::testing
