// SPDX-License-Identifier: MIT
// Files of rows that are written as gzip, and who reads them.
#include "campaign.hpp"

namespace malha::testing {
namespace gzip_test {

namespace fs = std::filesystem;

class Gzip : public Campaign {
protected:
  Gzip() : Campaign(batch_scenario(1, 10)) {}

  Said simulate(const std::string& more) const {
    return malha("simulate -p star --set platform.hosts=4 -d cluster.easy_backfill -w rigid_jobs --set "
                 "workload.jobs=20 --set transport=instant --set series=on --explain " +
                 more);
  }
  std::string unpacked(const std::string& file) const {
    return run_shell("gzip -dc " + file, folder_.path()).out;
  }
};

TEST_F(Gzip, HoldsTheSameRows) {
  ASSERT_EQ(simulate("-o plain").status, 0);
  ASSERT_EQ(simulate("-o packed --gzip").status, 0);
  for (const std::string file : {"jobs.csv", "decisions.csv", "series.csv", "machine_states.csv"}) {
    EXPECT_FALSE(fs::exists(folder_ / ("packed/" + file)));
    EXPECT_EQ(unpacked("packed/" + file + ".gz"), text_of(folder_ / ("plain/" + file))) << file;
  }
  for (const std::string file : {"resources.csv", "messages.csv", "schedule.csv", "manifest.json"})
    EXPECT_EQ(text_of(folder_ / ("packed/" + file)), text_of(folder_ / ("plain/" + file))) << file;
}

TEST_F(Gzip, IsReadByAllThatReadARun) {
  ASSERT_EQ(simulate("-o plain").status, 0);
  ASSERT_EQ(simulate("-o packed --gzip").status, 0);
  for (const std::string command : {"validate ", "rerun "}) {
    const auto of_plain = malha(command + "plain"), of_packed = malha(command + "packed");
    EXPECT_EQ(of_packed.status, 0) << of_packed.err;
    EXPECT_EQ(of_packed.out, of_plain.out);
  }
  for (const std::string command : {"export --chrome ", "export --schedule ", "convert "}) {
    const auto file = command == "convert " ? std::string(".swf") : std::string(".json");
    const auto ask = [&](const std::string& run) {
      return malha(command == "convert " ? command + run + " " + run + file
                                         : command + run + file + " " + run);
    };
    ASSERT_EQ(ask("plain").status, 0) << command << ask("plain").err;
    ASSERT_EQ(ask("packed").status, 0) << command << ask("packed").err;
    EXPECT_EQ(text_of(folder_ / ("packed" + file)), text_of(folder_ / ("plain" + file))) << command;
  }
  EXPECT_EQ(malha("report packed").status, 0);
}

TEST_F(Gzip, IsReplacedByPlainFilesAndReplacesThem) {
  ASSERT_EQ(simulate("-o out --gzip").status, 0);
  ASSERT_EQ(simulate("-o out").status, 0);
  EXPECT_TRUE(fs::exists(folder_ / "out/jobs.csv"));
  EXPECT_FALSE(fs::exists(folder_ / "out/jobs.csv.gz"));
  ASSERT_EQ(simulate("-o out --gzip").status, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out/jobs.csv"));
  EXPECT_TRUE(fs::exists(folder_ / "out/jobs.csv.gz"));
}

TEST_F(Gzip, ThatIsDamagedIsRefused) {
  ASSERT_EQ(simulate("-o out --gzip").status, 0);
  fs::resize_file(folder_ / "out/jobs.csv.gz", fs::file_size(folder_ / "out/jobs.csv.gz") / 2);
  const auto said = malha("validate out");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find("out/jobs.csv.gz:"), std::string::npos) << said.err;
  EXPECT_NE(
      in_one_line(said.err).find(": the compressed data ends early or is damaged; valid: a whole gzip file"),
      std::string::npos)
      << said.err;
}

// Two cells of one seed each.
TEST_F(Gzip, IsWrittenByTheRunsOfACampaign) {
  ASSERT_EQ(malha("run ./scenario.xml -o plain").status, 0);
  ASSERT_EQ(malha("run ./scenario.xml -o packed --gzip").status, 0);
  EXPECT_EQ(text_of(folder_ / "packed/runs.csv"), text_of(folder_ / "plain/runs.csv"));
  for (const std::string mean : {"300", "600"}) {
    const auto run = "/scenario/fcfs/workload.interarrival=" + mean + "/seed=0/jobs.csv";
    EXPECT_EQ(unpacked("packed" + run + ".gz"), text_of(folder_ / ("plain" + run)));
  }
  const auto said = malha("validate packed");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
}

} // namespace gzip_test
} // namespace malha::testing
