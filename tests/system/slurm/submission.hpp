// SPDX-License-Identifier: MIT
#pragma once
#include "tests/scenarios/runner/campaign/campaign.hpp"

namespace malha::testing {

/// A campaign of 40 runs, 20 seeds of two cells, and a Slurm of shell scripts, which stands in for a real
/// one.
class Submission : public Campaign {
protected:
  Submission() : Campaign(batch_scenario(20, 10, "metrics")) {
    std::filesystem::create_directory(folder_ / "slurm");
    script("sbatch", "case $1 in --version) echo slurm 19.05;; *) echo \"$@\" >> calls; echo 7;; esac");
    script("scontrol", "echo 'MaxArraySize            = 1001'");
    script("squeue",
           "cat queue 2>/dev/null || { echo 'slurm_load_jobs error: Invalid job id specified'; exit 1; }");
  }

  /// A program of Slurm.
  void script(const std::string& name, const std::string& text) const {
    write_text(folder_ / "slurm" / name, "#!/bin/sh\n" + text + "\n");
    std::filesystem::permissions(folder_ / "slurm" / name, std::filesystem::perms::owner_all);
  }
  Said slurm_malha(const std::string& arguments) const {
    return run_shell("PATH=\"$PWD/slurm:$PATH\" \"$MALHA\" " + arguments, folder_.path());
  }
  Said submit(const std::string& more = "--tasks 4") const {
    return slurm_malha("submit slurm ./scenario.xml -o out " + more);
  }
  void run_shard(int number) const {
    const auto i = std::to_string(number);
    const auto said =
        malha("run ./scenario.xml --shard " + i + "/4 --costs out/costs.csv -o out/shards/" + i);
    ASSERT_EQ(said.status, 0) << said.err;
  }
  void expect_refused(const Said& said, const std::string& message) const {
    EXPECT_EQ(said.status, 2) << said.out;
    EXPECT_EQ(said.err, "malha: " + message + "\n");
  }
  void expect_nothing_left() const { EXPECT_FALSE(std::filesystem::exists(folder_ / "out")); }
};

} // namespace malha::testing
