// SPDX-License-Identifier: MIT
// A disk that is full: a small file system in memory, mounted in a namespace of the test's own.
#include "campaign.hpp"
#include "scenarios/runner/campaign/store.hpp"

namespace malha::testing {
namespace disk_test {

class FullDisk : public Campaign {
protected:
  FullDisk() : Campaign(batch_scenario(20, 200)) {}

  /// Runs a shell script with a file system of 600 KiB in `small`; what it copies elsewhere stays.
  Said on_small_disk(const std::string& script) const {
    return run_shell("mkdir -p small && unshare --user --map-root-user --mount sh -c '"
                     "mount -t tmpfs -o size=600k none small || exit 77\n" +
                         script + "'",
                     folder_.path());
  }
  void SetUp() override {
    if (on_small_disk("true").status != 0)
      GTEST_SKIP() << "no file system may be mounted here";
  }
};

const std::string run = "\"$MALHA\" run ./scenario.xml -j 1 -o small/out";

/// The last words of a campaign of 40 runs that found no room.
::testing::AssertionResult says_how_far(const Said& said, std::size_t done) {
  const std::string end = ": " + std::string("No space left on device; ") + std::to_string(done) +
                          " of 40 runs are done, and the same command continues from there\n";
  const std::string sqlite_end = ": database or disk is full; " + std::to_string(done) +
                                 " of 40 runs are done, and the same command continues from there\n";
  const auto ends_with = [&](const std::string& text) {
    return said.err.size() > text.size() && said.err.substr(said.err.size() - text.size()) == text;
  };
  if (said.status == 5 && said.err.rfind("malha: small/out/", 0) == 0 &&
      (ends_with(end) || ends_with(sqlite_end)))
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << said.status << ": " << said.err;
}

// A run leaves some 50 KiB: not all of 40 fit, the first do.
TEST_F(FullDisk, StopsTheCampaignAndKeepsWhatHasFinished) {
  const auto said = on_small_disk(run + "; status=$?; cp -r small/out kept; exit $status");
  const auto done = Store(folder_ / "kept").finished().size();
  EXPECT_GT(done, 0u);
  EXPECT_LT(done, 40u);
  EXPECT_TRUE(says_how_far(said, done));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "kept/runs.csv"));
}

TEST_F(FullDisk, StaysFullWithoutHarmAndTheCampaignEndsOnceThereIsRoom) {
  const auto said =
      on_small_disk(run + " 2>/dev/null; " + run + " 2>/dev/null; " +
                    "dd if=/dev/zero of=small/fill bs=1k 2>/dev/null; " + run + " 2>/dev/null; " +
                    "rm small/fill; mount -o remount,size=30m small; " + run + " && cp -r small/out ended");
  EXPECT_EQ(said.status, 0) << said.err;
  run_into("undisturbed");
  EXPECT_EQ(results_below(folder_ / "ended"), results_below(folder_ / "undisturbed"));
}

TEST_F(FullDisk, FromTheBeginningIsAnErrorThatLeavesNothing) {
  const auto said = on_small_disk("dd if=/dev/zero of=small/fill bs=1k 2>/dev/null; " + run +
                                  "; status=$?; ls small >left; exit $status");
  EXPECT_EQ(said.status, 5);
  EXPECT_EQ(said.err, "malha: small/out/campaign.sqlite: cannot be written: database or disk is full\n");
  EXPECT_EQ(text_of(folder_ / "left"), "fill\n");
}

TEST_F(FullDisk, OfASimulationIsAnErrorThatLeavesNothing) {
  const auto said =
      on_small_disk("\"$MALHA\" simulate -p star -d cluster.fcfs -w rigid_jobs --set "
                    "workload.jobs=20000 -o small/out; status=$?; ls small >left; exit $status");
  EXPECT_EQ(said.status, 5);
  EXPECT_EQ(said.err,
            "malha: simulation: small/out/.partial/jobs.csv: cannot be written: No space left on device\n");
  EXPECT_EQ(text_of(folder_ / "left"), "");
}

} // namespace disk_test
} // namespace malha::testing
