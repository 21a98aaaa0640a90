// SPDX-License-Identifier: MIT
// From where on the dates of a trace count, by one rule for all readers.
#include "reading.hpp"
#include "results/files/csv_reader.hpp"

namespace malha::testing {
namespace trace_dates_test {

using Names = std::vector<std::string>;

class TraceDatesOf : public Reading {
protected:
  std::vector<Seconds> dates_in(const std::string& first, const std::string& second) const {
    const std::string rest = " -1 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n";
    std::vector<Seconds> dates;
    for (const auto& job : read("a.swf", "1 " + first + rest + "2 " + second + rest).jobs)
      dates.push_back(job.submitted);
    std::vector<Seconds> of_csv;
    for (const auto& job : read("a.csv", "submit,run,nodes\n" + first + ",10,1\n" + second + ",10,1\n",
                                {{"columns", "submit:submit,run:run,nodes:nodes"}})
                               .jobs)
      of_csv.push_back(job.submitted);
    EXPECT_EQ(of_csv, dates);
    return dates;
  }
};

using Dates = std::vector<Seconds>;

// A day has 86 400 s.
TEST_F(TraceDatesOf, BeginAtTheFirstSubmissionWhereItIsADayOrMore) {
  EXPECT_EQ(dates_in("0", "200000"), (Dates{0, 200000}));
  EXPECT_EQ(dates_in("100.5", "200000"), (Dates{100.5, 200000}));
  EXPECT_EQ(dates_in("86399", "86400"), (Dates{86399, 86400}));
  EXPECT_EQ(dates_in("86400", "86401"), (Dates{0, 1}));
  EXPECT_EQ(dates_in("1356996147.1", "1356996147.35"), (Dates{0, 0.25}));
  EXPECT_EQ(dates_in("1356996157", "1356996147"), (Dates{0, 10})); // out of order
}

// Job 1 never ran; job 2 is the first that is replayed.
TEST_F(TraceDatesOf, CountFromTheFirstJobThatIsReplayed) {
  const auto found = read("a.swf", "; UnixStartTime: 5\n"
                                   "1 1000000 -1 -1 1 -1 -1 1 20 -1 5 -1 -1 -1 -1 -1 -1 -1\n"
                                   "2 1000010 -1 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
                                   "3 1000020 -1 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
  EXPECT_EQ(found.jobs.at(0).submitted, 0);
  EXPECT_EQ(found.jobs.at(1).submitted, 10);
  EXPECT_EQ(texts(found.notes),
            (Names{"skipped: run time unknown: 1", "dates count from the first submission, 1000010 s: 2"}));
  EXPECT_EQ(found.header, (Names{"; UnixStartTime: 5"}));
}

// The deadline is 90 s after the submission, and stays so.
TEST_F(TraceDatesOf, CountFromTheFirstSubmissionInBatsimToo) {
  const auto with = [](const std::string& date, const std::string& deadline) {
    return R"({"nb_res": 4, "jobs": [{"id": 1, "subtime": 1356996157, "res": 1, "profile": "d"},
      {"id": 2, "subtime": )" +
           date +
           R"(, "res": 1, "profile": "d", "walltime": 20, "extra_data": {"class": "qos", "deadline": )" +
           deadline + R"(}}], "profiles": {"d": {"type": "delay", "delay": 12.5}}})";
  };
  const auto found = read("a.json", with("1356996147", "1356996237"));
  EXPECT_EQ(found.jobs.at(0).id, 2);
  EXPECT_EQ(found.jobs.at(0).submitted, 0);
  EXPECT_EQ(found.jobs.at(0).deadline, 90);
  EXPECT_EQ(found.jobs.at(1).submitted, 10);
  EXPECT_EQ(texts(found.notes),
            (Names{"sorted by submission: 2", "dates count from the first submission, 1356996147 s: 2"}));
  EXPECT_EQ(read("b.json", with("86399", "86500")).jobs.at(0).submitted, 86399);
  EXPECT_EQ(refusal("c.json", with("1e19", "2e19")),
            ": job 2: 'subtime' is 1e+19; valid: a number, at least 0 and below 253402300800");
}

/// Ten jobs, one every 1000 s from `first` on.
std::string lines_from(std::int64_t first, const std::string& between) {
  std::string text;
  for (int i = 1; i <= 10; ++i)
    text += std::to_string(i) + between + std::to_string(first + 1000 * i) +
            (between == " " ? " -1 3000 2 -1 -1 2 6000 -1 1 1 1 1 1 1 -1 -1\n" : ",3000,2,6000\n");
  return text;
}

std::string jobs_of(const std::filesystem::path& run) {
  std::string text;
  for (CsvReader rows(run / "jobs.csv"); rows.next();)
    text += rows.text("job") + ":" + rows.text("submission_time") + "-" + rows.text("finish_time") + " ";
  return text;
}

// The same jobs, with dates from 0 and from 2012 on, meet the same failures. The first is submitted at 0.
TEST_F(TraceDatesOf, LetFailuresMeetATraceOf2012) {
  write_text(folder_ / "zero.swf", lines_from(-1000, " "));
  write_text(folder_ / "epoch.swf", lines_from(1356996147, " "));
  write_text(folder_ / "epoch.csv", "id,submit,run,n,lim\n" + lines_from(1356996147, ","));
  const auto run = [&](const std::string& workload, const std::string& out) {
    const auto said = run_shell(
        "\"$MALHA\" simulate -p star --set platform.hosts=4 --set transport=instant -d cluster.easy_backfill "
        "--environment failures --set failures.mtbf=5000 --set failures.mttr=600 -w " +
            workload + " -o " + out,
        folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(said.out.find("restarts                     0"), std::string::npos) << said.out;
    return jobs_of(folder_ / out);
  };
  const auto zero = run("zero.swf", "a");
  EXPECT_EQ(zero.substr(zero.find("1:"), 4), "1:0-");
  EXPECT_EQ(run("epoch.swf", "b"), zero);
  EXPECT_EQ(run("epoch.csv --set workload.columns=job:id,submit:submit:epoch,run:run,nodes:n,limit:lim", "c"),
            zero);
}

} // namespace trace_dates_test
} // namespace malha::testing
