// SPDX-License-Identifier: MIT
// Shards that are chosen by the environment of a task.
#include "tests/scenarios/runner/campaign/campaign.hpp"

namespace malha::testing {
namespace array_task_test {

/// The shards that tasks of an array take, from the environment.
class ArrayTask : public Campaign {
protected:
  ArrayTask() : Campaign(batch_scenario(2, 10, "metrics")) {}

  Said run(const std::string& environment, const std::string& shard = "array") const {
    return run_shell("env " + environment + " \"$MALHA\" run ./scenario.xml --shard " + shard + " -o out",
                     folder_.path());
  }
};

TEST_F(ArrayTask, IsAPlaceInItsArray) {
  const std::string four =
      "SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=8 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_ID=";
  EXPECT_EQ(run(four + "6").out,
            "shard 2 of 4: 1 of 4 runs are done in out; malha collect merges the shards\n");
  EXPECT_EQ(run("SLURM_ARRAY_TASK_ID=3", "array/4").out,
            "shard 3 of 4: 2 of 4 runs are done in out; malha collect merges the shards\n");
}

TEST_F(ArrayTask, SaysWhatIsMissing) {
  EXPECT_EQ(
      run("-u SLURM_ARRAY_TASK_ID").err,
      "malha: --shard array: SLURM_ARRAY_TASK_ID is not set, so this is no task of a Slurm array; valid: a "
      "script that sbatch --array starts, or --shard I/N\n");
  EXPECT_EQ(
      run("SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_ID=3").err,
      "malha: --shard array: the array has 3 tasks from 1 to 7, with holes; valid: --shard array/N, where "
      "tasks "
      "are numbered from 1 to N\n");
  EXPECT_EQ(
      run("SLURM_ARRAY_TASK_ID=5", "array/4").err,
      "malha: run: --shard cannot be array/4 in task 5 of an array; valid: I/N with I from 1 to N, array, "
      "array/N\n");
  EXPECT_EQ(run("SLURM_ARRAY_TASK_ID=x", "array/4").err,
            "malha: --shard array: SLURM_ARRAY_TASK_ID is 'x', which is no number; valid: --shard I/N\n");
}

} // namespace array_task_test
} // namespace malha::testing
