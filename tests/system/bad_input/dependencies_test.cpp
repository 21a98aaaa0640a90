// SPDX-License-Identifier: MIT
// Jobs that wait for other jobs, and cannot.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace dependencies_test {

const std::string on_a_cluster =
    "simulate -p star -d cluster.fcfs -o out --set workload.dependencies=afterok ";
const std::string valid =
    "; valid: the number of a job that is submitted before; or set workload.bad_rows=skip, "
    "which skips such rows and counts them";

/// Writes a.swf: jobs 1 and 2, and what job 2 waits for.
std::string swf(const std::string& preceding, const std::string& think_time = "-1") {
  return "printf '1 0 -1 9 -1 -1 -1 1 9 -1 1 -1 -1 -1 -1 -1 -1 -1\\n2 1 -1 9 -1 -1 -1 1 9 -1 1 -1 -1 -1 -1 "
         "-1 " +
         preceding + " " + think_time + "\\n' > a.swf";
}

const std::vector<Case> refusals{
    {"JobThatWaitsForItself", on_a_cluster + "-w a.swf",
     "a.swf:2: field 17 (preceding job) is 2, the job itself" + valid, 2, swf("2")},
    {"JobThatWaitsForNoJob", on_a_cluster + "-w a.swf",
     "a.swf:2: field 17 (preceding job) is 3, which no job of the file has" + valid, 2, swf("3")},
    {"JobThatWaitsForALaterOne", on_a_cluster + "-w a.swf",
     "a.swf:1: field 17 (preceding job) is 2, which is submitted later" + valid, 2,
     swf("-1") + "; sed -i '1s/-1 -1$/2 -1/' a.swf"},
    {"NegativeThinkTime", on_a_cluster + "-w a.swf",
     "a.swf:2: field 18 (think time) is -2; valid: -1 (unknown), or at least 0; or set "
     "workload.bad_rows=skip, which skips such rows and counts them",
     2, swf("1", "-2")},
    {"UnknownRule", "simulate -p star -d cluster.fcfs -o out -w a.swf --set workload.dependencies=after",
     "workload 'a.swf': parameter 'dependencies' cannot be 'after'; did you mean afterok, afterany?; valid: "
     "one "
     "of ignore, afterany, afterok",
     2, swf("1")},
    {"JobsThatWaitInATupleSpace",
     "simulate -p star -d tuple_space.ticket_classes -o out -w a.swf --set workload.dependencies=afterany",
     "workload 'a.swf': job 2 waits for other jobs, which actor 'tuple_space/broker' does not support; "
     "valid: "
     "workload.dependencies=ignore",
     2, swf("1")},
    {"JobsThatWaitInEasyGrid",
     "simulate -p star -d easygrid.one_site -o out -w a.swf --set workload.dependencies=afterany",
     "workload 'a.swf': job 2 waits for other jobs, which actor 'easygrid/site_manager' does not support; "
     "valid: workload.dependencies=ignore",
     2, swf("1")},
};

INSTANTIATE_TEST_SUITE_P(Dependencies, Refusal, ::testing::ValuesIn(refusals), ByValue());

} // namespace dependencies_test
} // namespace malha::testing
