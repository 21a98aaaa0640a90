// SPDX-License-Identifier: MIT
#include "reading.hpp"

namespace malha::testing {
namespace swf_test {

using Names = std::vector<std::string>;

// Fields: job, submit, wait, run time, allocated, CPU time, memory, requested processors, time and memory,
// status, user, group, executable, queue, partition, preceding job, think time.
const std::string whole = "1 0 5 100 4 90.5 2048 8 200 4096 1 3 2 7 1 9 -1 -1\n";
const std::string second = "2 10.5 -1 64 4 -1 -1 -1 -1 -1 0 -1 -1 -1 -1 -1 1 30\n";

/// A job line with these fields, by number.
std::string line(const std::map<int, std::string>& given) {
  std::string text;
  for (int field = 1; field <= 18; ++field) {
    const auto found = given.find(field);
    text += (field > 1 ? " " : "") + (found == given.end() ? "-1" : found->second);
  }
  return text + "\n";
}

using Swf = Reading;

TEST_F(Swf, AJobIsAllThatItsLineSays) {
  const auto jobs = read("a.swf", whole).jobs;
  ASSERT_EQ(jobs.size(), 1u);
  const auto& job = jobs.front();
  EXPECT_EQ(job.id, 1);
  EXPECT_EQ(job.submitted, 0);
  EXPECT_EQ(job.user, "3");
  EXPECT_EQ(job.queue, "1");
  EXPECT_EQ(job.metadata, "group=2;executable=7;partition=9;memory=2048;requested_memory=4096");
  EXPECT_EQ(job.walltime, 200);
  ASSERT_EQ(job.tasks.size(), 1u);
  const auto& task = job.tasks.front();
  EXPECT_EQ(task.length, 100);
  EXPECT_EQ(task.reference_speed, reference_speed);
  EXPECT_EQ(task.work, 100 * reference_speed);
  EXPECT_EQ(task.resources, 8); // requested, not the 4 allocated
  EXPECT_EQ(task.exchange, 0);
  EXPECT_EQ(shape_of(job), Shape::rigid);
}

TEST_F(Swf, WhatIsNotRequestedIsTakenFromTheRun) {
  const auto found = read("a.swf", whole + second);
  ASSERT_EQ(found.jobs.size(), 2u);
  const auto& job = found.jobs.back();
  EXPECT_EQ(job.submitted, 10.5);
  EXPECT_EQ(job.tasks.front().resources, 4);
  EXPECT_EQ(job.walltime, 64);
  EXPECT_EQ(job.user, "");
  EXPECT_EQ(job.queue, "");
  EXPECT_EQ(job.metadata, "preceding=1;think=30");
  EXPECT_EQ(texts(found.notes), (Names{"processors from allocation: 1", "estimate from run time: 1",
                                       "ignored: preceding job and think time: 1"}));
}

TEST_F(Swf, ARequestOfNothingIsNoRequest) {
  const auto found = read("a.swf", line({{1, "1"}, {2, "0"}, {4, "6"}, {5, "3"}, {8, "0"}, {9, "0"}}));
  EXPECT_EQ(found.jobs.front().tasks.front().resources, 3);
  EXPECT_EQ(found.jobs.front().walltime, 6);
  EXPECT_EQ(texts(found.notes), (Names{"processors from allocation: 1", "estimate from run time: 1"}));
}

TEST_F(Swf, JobsThatCannotRunAreSkippedAndCounted) {
  const auto found = read(
      "a.swf", line({{1, "1"}, {2, "0"}, {8, "4"}, {11, "5"}}) + // cancelled before it ran
                   line({{1, "2"}, {2, "0"}}) +                  // nothing known: once only
                   line({{1, "3"}, {2, "1"}, {4, "10"}}) + line({{1, "4"}, {2, "1"}, {4, "10"}, {5, "0"}}) +
                   line({{1, "5"}, {2, "1"}, {4, "0"}, {8, "1"}, {9, "60"}, {11, "1"}}));
  ASSERT_EQ(found.jobs.size(), 1u);
  EXPECT_EQ(found.jobs.front().id, 5);
  EXPECT_EQ(found.jobs.front().tasks.front().length, 0);
  EXPECT_EQ(texts(found.notes), (Names{"skipped: run time unknown: 2", "skipped: processors unknown: 2"}));
}

TEST_F(Swf, RunTimesAboveTheEstimateAreCounted) {
  const auto found = read("a.swf", line({{1, "1"}, {2, "0"}, {4, "61"}, {8, "1"}, {9, "60"}}) +
                                       line({{1, "2"}, {2, "0"}, {4, "60"}, {8, "1"}, {9, "60"}}));
  EXPECT_EQ(texts(found.notes), (Names{"run time above the estimate: 1"}));
}

TEST_F(Swf, EstimatesFollowTheirRule) {
  EXPECT_EQ(read("a.swf", whole, {{"estimates", "exact"}}).jobs.front().walltime, 100);
  EXPECT_EQ(read("a.swf", whole, {{"estimates", "factor:3"}}).jobs.front().walltime, 300);
  const auto drawn = read("a.swf", whole, {{"estimates", "uniform:1"}}).jobs.front().walltime;
  EXPECT_GE(drawn, 100);
  EXPECT_LE(drawn, 200);
  EXPECT_EQ(texts(read("a.swf", second, {{"estimates", "exact"}}).notes),
            (Names{"processors from allocation: 1", "ignored: preceding job and think time: 1"}));
  EXPECT_EQ(
      refusal("a.swf", whole, {{"estimates", "best"}}),
      "setting workload.estimates=best: valid: user, exact, factor:f with f at least 1, uniform:f with f at "
      "least 0, same:s with s above 0");
}

TEST_F(Swf, TheHeaderIsKeptAndOtherCommentsAndBlankLinesArePassedOver) {
  const auto found = read("a.swf", "; Version: 2.2\n;\n\n;Computer: none \r\n" + whole +
                                       "; in the middle\n   \n\r\n" + second + "\n; end\n");
  EXPECT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.header, (Names{"; Version: 2.2", ";", ";Computer: none"}));
}

TEST_F(Swf, FieldsMayStandApartAsTheyLikeAndTheLastLineNeedNoEnd) {
  const auto found = read(
      "a.swf", "  7\t0  -1 1e2 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 \r\n8 0 -1 0.25 1 -1 -1 -1 -1 -1 "
               "-1 1000000 -1 -1 -1 -1 -1 -1");
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs.front().tasks.front().length, 100);
  EXPECT_EQ(found.jobs.back().tasks.front().length, 0.25);
  EXPECT_EQ(found.jobs.back().user, "1000000"); // without an exponent
}

// 20 000 lines of about 60 characters pass the ends of the reader's buffer of 65 536 several times.
TEST_F(Swf, LinesMayCrossTheEndsOfTheBuffer) {
  std::string text;
  for (int id = 1; id <= 20000; ++id)
    text +=
        line({{1, std::to_string(id)}, {2, std::to_string(id / 2)}, {4, std::to_string(id % 97)}, {8, "2"}});
  for (const auto& found : {read("a.swf", text), read("a.swf.gz", compressed(text))}) {
    ASSERT_EQ(found.jobs.size(), 20000u);
    for (int id = 1; id <= 20000; ++id) {
      const auto& job = found.jobs[static_cast<std::size_t>(id - 1)];
      ASSERT_EQ(job.id, id);
      ASSERT_EQ(job.submitted, id / 2);
      ASSERT_EQ(job.tasks.front().length, id % 97);
    }
  }
}

TEST_F(Swf, ALongCommentIsNoDamageAndALineWithoutEndIs) {
  EXPECT_EQ(read("a.swf", ";" + std::string(200000, 'x') + "\n" + whole).header.front().size(), 200001u);
  EXPECT_EQ(refusal("a.swf", whole + std::string(3000000, '1')),
            ":2: is a line of more than 1048576 characters; valid: text");
}

TEST_F(Swf, AreReadFromGzipLikeFromText) {
  const auto found = read("a.swf.gz", compressed("; Version: 2.2\n" + whole + second));
  EXPECT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.header, (Names{"; Version: 2.2"}));
  EXPECT_EQ(read("b.swf.gz", compressed(whole) + compressed(second)).jobs.size(),
            2u); // gzip files may follow
}

TEST_F(Swf, DamagedGzipIsRefused) {
  const auto good = compressed(whole + second);
  const std::string message =
      ":1: the compressed data ends early or is damaged; valid: a whole gzip file"; // nothing was read before
  for (const std::size_t left : {std::size_t{0}, std::size_t{5}, good.size() / 2, good.size() - 1})
    EXPECT_EQ(refusal("a.swf.gz", good.substr(0, left)), message) << left;
  auto wrong_sum = good;
  wrong_sum[good.size() - 6] ^= 1;
  EXPECT_EQ(refusal("a.swf.gz", wrong_sum), message);
  EXPECT_EQ(refusal("a.swf.gz", whole), message);
  EXPECT_EQ(refusal("a.swf.gz", good + "rubbish"), message);
}

TEST_F(Swf, AFileThatIsNoneIsRefused) {
  EXPECT_EQ(thrown<InputError>([&] { read_file(folder_ / "no.swf"); }),
            (folder_ / "no.swf").string() + ": cannot be read");
  std::filesystem::create_directory(folder_ / "folder.swf");
  EXPECT_EQ(thrown<InputError>([&] { read_file(folder_ / "folder.swf"); }),
            (folder_ / "folder.swf").string() + ": cannot be read");
}

// Jobs 2 and 5 change places with job 9; 5 stays before 2, as both come at 10.
TEST_F(Swf, JobsAreSortedBySubmissionThenPlace) {
  const auto at = [](const std::string& number, const std::string& date) {
    return line({{1, number}, {2, date}, {4, "1"}, {8, "1"}});
  };
  for (const auto& found :
       {read("a.swf", ";x\n" + at("1", "0") + at("5", "10") + at("2", "10") + at("9", "4") + at("3", "11")),
        read("a.swf.gz", compressed(";x\n" + at("1", "0") + at("5", "10") + at("2", "10") + at("9", "4") +
                                    at("3", "11")))}) {
    std::vector<JobId> order;
    for (const auto& job : found.jobs)
      order.push_back(job.id);
    EXPECT_EQ(order, (std::vector<JobId>{1, 9, 5, 2, 3}));
    EXPECT_EQ(found.header, (Names{";x"}));
    EXPECT_EQ(texts(found.notes), (Names{"estimate from run time: 5", "sorted by submission: 3"}));
  }
}

TEST_F(Swf, JobNumbersNeedNotIncrease) {
  const auto found = read("a.swf", line({{1, "5"}, {2, "0"}, {4, "1"}, {8, "1"}}) +
                                       line({{1, "2"}, {2, "1"}, {4, "1"}, {8, "1"}}));
  EXPECT_EQ(found.jobs.at(0).id, 5);
  EXPECT_EQ(found.jobs.at(1).id, 2);
  EXPECT_EQ(texts(found.notes), (Names{"estimate from run time: 2"}));
}

TEST_F(Swf, FieldsBehindThe18thAreIgnoredAndCounted) {
  const auto found = read("a.swf", whole.substr(0, whole.size() - 1) + " 1 no number\n" + second);
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(texts(found.notes).back(), "ignored: fields behind the 18th: 1");
}

TEST_F(Swf, AByteOrderMarkIsPassedOver) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(read("a.swf", mark + whole).jobs.at(0).id, 1);
  EXPECT_EQ(read("a.swf.gz", compressed(mark + "; Version: 2.2\n" + whole)).header,
            (Names{"; Version: 2.2"}));
}

TEST_F(Swf, SeveralPrecedingJobsAreKeptAsTheyAreWritten) {
  const auto text = line({{1, "14"}, {2, "0"}, {4, "1"}, {8, "1"}, {17, "12&13"}, {18, "30"}});
  const auto found = read("a.swf", text + line({{1, "15"}, {2, "0"}, {4, "1"}, {8, "1"}, {17, "7"}}));
  EXPECT_EQ(found.jobs.at(0).metadata, "preceding=12&13;think=30");
  EXPECT_EQ(found.jobs.at(1).metadata, "preceding=7");
  std::ostringstream out;
  SwfFile file;
  file.header = {"; x"};
  file.jobs = swf_jobs(found.jobs, 0);
  EXPECT_TRUE(write_swf(file, out).empty());
  EXPECT_EQ(out.str(), "; x\n14 0 -1 1 -1 -1 -1 1 1 -1 -1 -1 -1 -1 -1 -1 12&13 30\n"
                       "15 0 -1 1 -1 -1 -1 1 1 -1 -1 -1 -1 -1 -1 -1 7 -1\n");
}

struct Damage {
  std::string text;
  std::string message;
};

TEST_F(Swf, EveryDamageIsNamedWithItsLine) {
  const auto no_job = [](const std::string& reasons) {
    return ": holds no job that can run" + reasons +
           "; valid: at least one job whose run time and processors are known";
  };
  const std::vector<Damage> all{
      {whole + "2 10 -1\n", ":2: has 3 fields; valid: 18"},
      {whole + "2\n", ":2: has 1 field; valid: 18"},
      {whole + second.substr(0, second.size() - 4), ":2: the last line has 17 fields; valid: 18"},
      {line({{1, "1"}, {2, "0"}, {4, "ten"}}), ":1: field 4 (run time) is 'ten'; valid: a number"},
      {line({{1, "1"}, {2, "0"}, {4, "1.5x"}}), ":1: field 4 (run time) is '1.5x'; valid: a number"},
      {line({{1, "1"}, {2, "0"}, {4, "nan"}}), ":1: field 4 (run time) is 'nan'; valid: a number"},
      {line({{1, "1"}, {2, "0"}, {4, "1e999"}}), ":1: field 4 (run time) is '1e999'; valid: a number"},
      {line({{1, std::string(90, 'x')}}),
       ":1: field 1 (job number) is '" + std::string(40, 'x') + "'; valid: a number"},
      {line({{1, "1"}, {2, "0"}, {4, "-2"}}),
       ":1: field 4 (run time) is -2; valid: -1 (unknown), or at least 0"},
      {line({{1, "1"}, {2, "0"}, {18, "-0.5"}}),
       ":1: field 18 (think time) is -0.5; valid: -1 (unknown), or at least 0"},
      {line({{2, "0"}}), ":1: field 1 (job number) is -1; valid: at least 0"},
      {line({{1, "1"}}), ":1: field 2 (submit time) is -1; valid: at least 0"},
      {line({{1, "1.5"}, {2, "0"}}),
       ":1: field 1 (job number) is 1.5; valid: an integer, at most 9007199254740992"},
      {line({{1, "1"}, {2, "0"}, {8, "1.5"}}),
       ":1: field 8 (requested processors) is 1.5; valid: an integer, at most 2147483647"},
      {line({{1, "1"}, {2, "0"}, {5, "3000000000"}}),
       ":1: field 5 (allocated processors) is 3000000000; valid: an integer, at most 2147483647"},
      {whole + whole, ":2: job number 1 is listed twice; valid: a number of its own for each job"},
      {whole + second + line({{1, "1"}, {2, "20"}}),
       ":3: job number 1 is listed twice; valid: a number of its own for each job"},
      {line({{1, "1"}, {2, "0"}, {17, "&2"}}), ":1: field 17 (preceding job) is '&2'; valid: a number"},
      {line({{1, "1"}, {2, "0"}, {17, "2&&3"}}), ":1: field 17 (preceding job) is '2&&3'; valid: a number"},
  };
  for (const auto& [text, message] : all)
    EXPECT_EQ(refusal("a.swf", text), message + or_skip);
  EXPECT_EQ(refusal("a.swf", ""), no_job(""));
  EXPECT_EQ(refusal("a.swf", "; Version: 2.2\n"), no_job(""));
  EXPECT_EQ(refusal("a.swf", line({{1, "1"}, {2, "0"}, {11, "5"}})),
            no_job(" (skipped: run time unknown: 1)"));
}

} // namespace swf_test
} // namespace malha::testing
