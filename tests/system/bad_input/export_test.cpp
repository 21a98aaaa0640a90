// SPDX-License-Identifier: MIT
// Traces that cannot be written.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace export_test {

const std::string run =
    "$MALHA simulate -p star -d good/batch.xml -w bag_of_tasks --set workload.tasks=5 -o run >/dev/null";
const std::string no_run = "; valid: a folder with jobs.csv, resources.csv and manifest.json";

const std::vector<Case> exports{
    {"WithoutARun", "export --chrome trace.json", "export: takes one RUN, not 0; see malha export --help"},
    {"WithoutAFile", "export run", "export: needs the file to write; valid: --chrome FILE or --schedule FILE",
     2, run},
    {"OfTwoFiles", "export run --chrome a.json --schedule b.json",
     "export: writes one file; valid: --chrome FILE or --schedule FILE", 2, run},
    {"OfAScheduleForNobody", "export run --schedule schedule.txt",
     "export: cannot write a schedule as schedule.txt; valid: a path that ends in .json, as Batsim 5 writes "
     "it, "
     "or .csv, as Batsim 4 does",
     2, run},
    {"OfAScheduleInPart", "export run --schedule schedule.json --to 5",
     "export: --schedule says what a whole run did, and takes no --to; valid: --to with --chrome", 2, run},
    {"OfAScheduleOntoAFileOfTheRun", "export run --schedule run/schedule.csv",
     "export: run/schedule.csv is a file of the run; valid: another file", 2, run},
    {"OfAScheduleWithoutARun", "export nowhere --schedule schedule.json",
     "nowhere holds no run: jobs.csv is missing" + no_run},
    {"OfNoFolder", "export nowhere --chrome trace.json",
     "nowhere holds no run: jobs.csv is missing" + no_run},
    {"OfAnotherFolder", "export empty --chrome trace.json",
     "empty holds no run: jobs.csv is missing" + no_run, 2, "mkdir empty"},
    {"OfARunWithoutManifest", "export run --chrome trace.json",
     "run holds no run: manifest.json is missing" + no_run, 2, run + " && rm run/manifest.json"},
    {"OfARunWithoutRows", "export run --chrome trace.json",
     "run/jobs.csv: has no row; valid: a run in which a job ended", 2, run + " && sed -i 1q run/jobs.csv"},
    {"OfAScheduleWithoutRows", "export run --schedule schedule.json",
     "run/jobs.csv: has no row; valid: a run in which a job ended", 2, run + " && sed -i 1q run/jobs.csv"},
    {"OfADamagedRun", "export run --chrome trace.json",
     "run/jobs.csv:2: has 2 fields where the header has 25", 2,
     run + " && sed -i '2s/.*/0,damaged/' run/jobs.csv"},
    {"FromAfterTo", "export run --chrome trace.json --from 20 --to 10",
     "export: --from 20 is not before --to 10; valid: a date before it", 2, run},
    {"FromNoDate", "export run --chrome trace.json --from noon",
     "export: --from cannot be noon; valid: a date in s, such as 3600", 2, run},
    {"ToInfinity", "export run --chrome trace.json --to inf",
     "export: --to cannot be inf; valid: a date in s, such as 3600", 2, run},
    {"FromBeyondATrace", "export run --chrome trace.json --from 1e10",
     "export: --from 1e10 is beyond what a trace holds; valid: a date up to 9e+09 s", 2, run},
    {"IntoNoFolder", "export run --chrome nowhere/trace.json",
     "export: nowhere is not a folder; valid: an existing folder", 2, run},
    {"OntoAFolder", "export run --chrome run",
     "export: run exists and is not a regular file; valid: another path", 2, run},
    {"OntoADevice", "export run --chrome /dev/full",
     "export: /dev/full exists and is not a regular file; valid: another path", 2, run},
    {"OntoAFileOfTheRun", "export run --chrome run/jobs.csv",
     "export: run/jobs.csv is a file of the run; valid: another file", 2, run},
};
INSTANTIATE_TEST_SUITE_P(Export, Refusal, ::testing::ValuesIn(exports), ByValue());

} // namespace export_test
} // namespace malha::testing
