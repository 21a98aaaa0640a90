// SPDX-License-Identifier: MIT
// Traces as CSV, whose columns parameter `columns` names.
#include "reading.hpp"

namespace malha::testing {
namespace csv_test {

using Names = std::vector<std::string>;

const std::string plain = "submit:submit,run:run,nodes:nodes";

class Csv : public Reading {
protected:
  Read rows(const std::string& text, const std::string& columns = plain,
            std::map<std::string, std::string> settings = {}) const {
    settings["columns"] = columns;
    return read("a.csv", text, settings);
  }
  std::string said(const std::string& text, const std::string& columns = plain) const {
    return refusal("a.csv", text, {{"columns", columns}});
  }
  /// The same of a bad row, up to the way out.
  std::string said_of_row(const std::string& text, const std::string& columns) const {
    const auto all = said(text, columns);
    const auto length = all.size() - std::min(all.size(), or_skip.size());
    EXPECT_EQ(all.substr(length), or_skip);
    return all.substr(0, length);
  }
};

TEST_F(Csv, AJobIsWhatTheMapSaysOfItsRow) {
  const auto found = rows("who,state,when,left,took,unused,size,queue,job,gpus\n"
                          "anna,DONE,5.5,2,90,x,4,long,17,16\n",
                          "submit:when,run:took,nodes:size,limit:left:min,user:who,queue:queue,job:job,"
                          "state:state,job.gpus:gpus");
  ASSERT_EQ(found.jobs.size(), 1u);
  const auto& job = found.jobs.front();
  EXPECT_EQ(job.id, 17);
  EXPECT_EQ(job.submitted, 5.5); // no date of the calendar: as the file gives it
  EXPECT_EQ(job.walltime, 120);
  EXPECT_EQ(job.user, "anna");
  EXPECT_EQ(job.queue, "long");
  EXPECT_EQ(job.metadata, "state=DONE;job.gpus=16");
  ASSERT_EQ(job.tasks.size(), 1u);
  EXPECT_EQ(job.tasks.front().number, 17);
  EXPECT_EQ(job.tasks.front().length, 90);
  EXPECT_EQ(job.tasks.front().work, 90 * reference_speed);
  EXPECT_EQ(job.tasks.front().reference_speed, reference_speed);
  EXPECT_EQ(job.tasks.front().resources, 4);
  EXPECT_TRUE(found.notes.empty());
  EXPECT_TRUE(found.header.empty());
}

// 2020-05-01T10:00Z is the first submission; the second comes 1 h 0 min 0.5 s later and runs from 13:30 to
// 14:00 in another zone. The third is the first one again, as its file knows the zone.
TEST_F(Csv, DatesCountFromTheFirstSubmission) {
  const auto found = rows("submit,start,end,nodes\n"
                          "2020-05-01T13:00:00.5+02:00,2020-05-01T13:30+02:00,2020-05-01T12:00Z,1\n"
                          "2020-05-01T10:00:00Z,2020-05-01T10:00:00Z,2020-05-01T10:00:01.25Z,2\n"
                          "2020-05-01T10:00:00,2020-05-01T10:00:00,2020-05-01T10:00:00,3\n",
                          "submit:submit:date,start:start:date,end:end:date,nodes:nodes");
  ASSERT_EQ(found.jobs.size(), 3u);
  EXPECT_EQ(found.jobs[0].id, 2);
  EXPECT_EQ(found.jobs[0].submitted, 0);
  EXPECT_EQ(found.jobs[0].tasks.front().length, 1.25);
  EXPECT_EQ(found.jobs[1].id, 3);
  EXPECT_EQ(found.jobs[1].submitted, 0);
  EXPECT_EQ(found.jobs[1].tasks.front().length, 0);
  EXPECT_EQ(found.jobs[2].id, 1);
  EXPECT_EQ(found.jobs[2].submitted, 3600.5);
  EXPECT_EQ(found.jobs[2].tasks.front().length, 1800);
  EXPECT_EQ(texts(found.notes), (Names{"date without a zone, read as UTC: 1",
                                       "dates count from the first submission, 2020-05-01T10:00:00Z: 3",
                                       "estimate from run time: 3", "sorted by submission: 3"}));
}

// Each job counts once, whichever of its dates lack a zone. Jobs that are skipped do not count.
TEST_F(Csv, JobsWithDatesWithoutAZoneAreCounted) {
  const auto found = rows("submit,start,end,nodes\n"
                          "2020-05-01T10:00:00Z,2020-05-01T10:00:00,2020-05-01T10:00:01,1\n"
                          "2020-05-01T10:00:00,2020-05-01T10:00:00Z,2020-05-01T10:00:02Z,1\n"
                          "2020-05-01T10:00:00,2020-05-01T10:00:00,2020-05-01T10:00:03,1\n"
                          "2020-05-01T10:00:00Z,2020-05-01T10:00:00Z,2020-05-01T10:00:04Z,1\n"
                          "2020-05-01T10:00:00Z,2020-05-01T10:00:00,,1\n",
                          "submit:submit:date,start:start:date,end:end:date,nodes:nodes");
  EXPECT_EQ(texts(found.notes), (Names{"skipped: run time unknown: 1", "date without a zone, read as UTC: 3",
                                       "dates count from the first submission, 2020-05-01T10:00:00Z: 4",
                                       "estimate from run time: 4"}));
}

std::string two_rows(const std::string& first, const std::string& second) {
  return "submit,run,nodes\n" + first + ",1,1\n" + second + ",1,1\n";
}

// 26 472 120 s are 306 days, from which on dates count as well.
TEST_F(Csv, SecondsAndMillisecondsSince1970AreDatesToo) {
  for (const auto& [first, second, form] :
       std::vector<std::array<std::string, 3>>{{"1588327200", "1588327260", "epoch"},
                                               {"1588327200123", "1588327260123", "epoch_ms"},
                                               {"26472120", "26472180", "s"}}) {
    const auto found = rows(two_rows(first, second), "submit:submit:" + form + ",run:run,nodes:nodes");
    ASSERT_EQ(found.jobs.size(), 2u);
    EXPECT_EQ(found.jobs[0].submitted, 0) << form;
    EXPECT_EQ(found.jobs[1].submitted, 60) << form;
  }
}

TEST_F(Csv, FieldsMayBeInQuotes) {
  const auto found = rows("\xEF\xBB\xBF\"the, user\",\"submit\",run,nodes,note\r\n"
                          "\"Nagy, \"\"Anna\"\"\",\"0\",\"10\", 2 ,\"[1 2\n\n3]\"\r\n"
                          "\r\n"
                          "b,1,11,3,\"\"\n",
                          "submit:submit,run:run,nodes:nodes,job.note:note");
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs[0].tasks.front().resources, 2);
  EXPECT_EQ(found.jobs[0].metadata, "job.note=\"[1 2\\n\\n3]\"");
  EXPECT_EQ(found.jobs[1].tasks.front().length, 11);
  EXPECT_EQ(found.jobs[1].metadata, "");
  const auto named = rows("\"user\",submit,run,nodes\n\"Nagy, \"\"Anna\"\"\",0,10,2\n", plain + ",user:user");
  EXPECT_EQ(named.jobs[0].user, "Nagy, \"Anna\"");
}

TEST_F(Csv, IsReadFromGzipLikeFromText) {
  const std::string text = "submit,run,nodes\n0,10,2\n5,20,1";
  const auto found = read("a.csv.gz", compressed(text), {{"columns", plain}});
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs[1].tasks.front().length, 20);
  EXPECT_EQ(rows(text).jobs.size(), 2u);
}

// As SWF leaves them out: what has no run time never ran, and what was cancelled at once never did either.
// A job that was cancelled while it ran is like any other.
TEST_F(Csv, JobsThatCannotRunAreSkippedAndCounted) {
  const auto found = rows("submit,run,nodes,state\n"
                          "0,,4,PENDING\n"
                          "0,-1,4,CANCELLED\n"
                          "0,NaN,,\n"
                          "0,0,4,Cancelled by 17\n"
                          "0,5,0,COMPLETED\n"
                          "0,5,None,COMPLETED\n"
                          "0,0,4,COMPLETED\n"
                          "0,5,4,CANCELLED\n",
                          plain + ",state:state");
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs[0].id, 7); // its row
  EXPECT_EQ(found.jobs[1].metadata, "state=CANCELLED");
  EXPECT_EQ(texts(found.notes),
            (Names{"skipped: run time unknown: 3", "skipped: cancelled before it started: 1",
                   "skipped: nodes unknown: 2", "estimate from run time: 2"}));
  const auto dated = rows("submit,start,end,nodes\n0,1,,1\n0,,2,1\n0,1,3,1\n",
                          "submit:submit,start:start,end:end,nodes:nodes");
  ASSERT_EQ(dated.jobs.size(), 1u);
  EXPECT_EQ(dated.jobs[0].tasks.front().length, 2);
}

TEST_F(Csv, LimitsThatAreNoneAreEstimatedFromTheRunTime) {
  const auto found = rows("submit,run,nodes,limit\n0,90,1,1\n0,90,1,UNLIMITED\n0,90,1,0\n0,90,1,\n",
                          plain + ",limit:limit:min");
  EXPECT_EQ(found.jobs[0].walltime, 60);
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_EQ(found.jobs[i].walltime, 90) << i;
  EXPECT_EQ(texts(found.notes), (Names{"estimate from run time: 3", "run time above the estimate: 1"}));
  EXPECT_EQ(
      rows("submit,run,nodes,limit\n0,90,1,1\n", plain + ",limit:limit:min", {{"estimates", "factor:2"}})
          .jobs[0]
          .walltime,
      180);
}

TEST_F(Csv, IdsThatAreNoNumbersAreKept) {
  const std::string text = "submit,run,nodes,id\n0,1,1,application_1;7\n3,1,1,12\n";
  const auto found = rows(text, plain + ",job:id,user:nodes");
  EXPECT_EQ(found.jobs[0].id, 1);
  EXPECT_EQ(found.jobs[0].metadata, "id=\"application_1\\u003b7\"");
  EXPECT_EQ(found.jobs[1].id, 2);
  EXPECT_EQ(found.jobs[1].tasks.front().number, 2);
  EXPECT_EQ(texts(found.notes),
            (Names{"numbered by row, since an id is no number: 2", "estimate from run time: 2"}));
}

TEST_F(Csv, UsersCanBeResampled) {
  const auto found =
      rows("submit,run,nodes,user\n0,1,1,anna\n5,2,1,ben\n", plain + ",user:user", {{"resample", "users"}});
  EXPECT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(texts(found.notes).back(), "resampled from 2 jobs of 2 users in 1 week: 2");
}

TEST_F(Csv, AMapThatDoesNotFitIsRefused) {
  const std::string text = "submit,run,nodes,run\n0,1,1,1\n";
  EXPECT_EQ(said(text, ""), ": setting workload.columns is missing, which says what its columns hold; valid: "
                            "such as submit:COLUMN:date,run:COLUMN,nodes:COLUMN; its columns: submit, run, "
                            "nodes, run");
  EXPECT_EQ(said(text, "sbmit:submit"),
            "setting workload.columns: 'sbmit:submit' names no field that is known; valid: job, submit, run, "
            "start, end, nodes, limit, user, queue, account, group, partition, qos, executable, name, after, "
            "array, reservation, begin, hold, deadline, constraint, nice, memory, gres, licences, type, "
            "min, pref, max, work, law, parts, cost, asks, state, job.NAME");
  EXPECT_EQ(said(text, "submit:submit,submit:run"),
            "setting workload.columns: 'submit:run' names field 'submit' for the second time; valid: each "
            "field once");
  EXPECT_EQ(
      said(text, "submit:submit:days"),
      "setting workload.columns: 'submit:submit:days' has form 'days'; valid for submit: s, ms, min, h, "
      "date, epoch, epoch_ms");
  EXPECT_EQ(said(text, "submit:submit_time,nodes:nodes"),
            ":1: has no column 'submit_time', which workload.columns names for 'submit'; valid: submit, run, "
            "nodes, run");
  EXPECT_EQ(said(text, plain),
            ":1: has column 'run' twice, which workload.columns names for 'run'; valid: once");
  EXPECT_EQ(said(text, "nodes:nodes"),
            ": setting workload.columns names no column for 'submit'; valid: submit:COLUMN");
  EXPECT_EQ(said(text, "submit:submit"),
            ": setting workload.columns names no column for 'nodes'; valid: nodes:COLUMN");
  const std::string once =
      ": setting workload.columns must say once how long jobs ran; valid: run:COLUMN, or "
      "both start:COLUMN and end:COLUMN, or work:COLUMN";
  for (const std::string times : {"", ",start:submit", ",end:submit"})
    EXPECT_EQ(said(text, "submit:submit,nodes:nodes" + times), once);
  EXPECT_EQ(said("submit,run,nodes\n", plain + ",end:submit"), once);
}

struct Damage {
  std::string text, message;
};

TEST_F(Csv, EveryDamageIsNamedWithItsLine) {
  const std::string header = "submit,run,nodes\n", good = header + "0,1,1\n";
  const std::string number = "; valid: a number of seconds, at least 0 and below 253402300800 s; forms of ";
  const std::string dates = "submit: s, ms, min, h, date, epoch, epoch_ms", times = "run: s, ms, min, h, hms";
  const auto no_job = [](const std::string& reasons) {
    return ": holds no job that can run" + reasons +
           "; valid: at least one row whose run time and nodes are known";
  };
  const std::vector<Damage> all{
      {good + "5,1\n", ":3: has 2 fields; valid: 3, as many as the header has"},
      {good + "5\n", ":3: has 1 field; valid: 3, as many as the header has"},
      {good + "5,1,1,1\n", ":3: has 4 fields; valid: 3, as many as the header has"},
      {good + "5,1", ":3: the last row has 2 fields; valid: 3, as many as the header has"},
      {good + "\n\"7\n\",1,1\n", ":4: column 'submit' (submit) is '7\n'" + number + dates},
      {header + "2020-05-01 10:00:03,1,1\n",
       ":2: column 'submit' (submit) is '2020-05-01 10:00:03'" + number + dates},
      {header + ",1,1\n", ":2: column 'submit' (submit) is ''; valid: a date, which every job must have"},
      {header + "-1,1,1\n", ":2: column 'submit' (submit) is '-1'; valid: a date, which every job must have"},
      {header + "-5,1,1\n", ":2: column 'submit' (submit) is '-5'" + number + dates},
      {header + "0,-2,1\n", ":2: column 'run' (run) is '-2'" + number + times},
      {header + "0,1:00:00,1\n", ":2: column 'run' (run) is '1:00:00'" + number + times},
      {header + "0,1e300,1\n", ":2: column 'run' (run) is '1e300'" + number + times},
      {header + "0,1,1.5\n", ":2: column 'nodes' (nodes) is '1.5'; valid: an integer, from 0 to 2147483647; "
                             "forms of nodes: count, NxC"},
      {header + "0,1,3000000000\n", ":2: column 'nodes' (nodes) is '3000000000'; valid: an integer, from 0 "
                                    "to 2147483647; forms of nodes: count, NxC"},
  };
  for (const auto& [text, message] : all)
    EXPECT_EQ(said(text), message + or_skip);
  EXPECT_EQ(said(header), no_job(""));
  EXPECT_EQ(said(header + "0,,1\n"), no_job(" (skipped: run time unknown: 1)"));
  const std::string empty = ": is empty; valid: a header with the names of columns, and rows";
  for (const std::string text : {"", "\n\n", " \r\n\n"})
    EXPECT_EQ(said(text), empty);
  EXPECT_EQ(said(good + "5,\"1,1\n7,1,1\n"), ":3: a field in quotes has no end; valid: a closing quote");
}

TEST_F(Csv, DatesThatCannotBeReadAreNamed) {
  const std::string columns = "submit:submit:date,start:start:date,end:end:date,nodes:nodes",
                    header = "submit,start,end,nodes\n", when = "2020-05-01T10:00:00Z";
  const std::string valid = "; valid: a date such as 2020-05-01T10:00:03+02:00, in years 1400 to 9999; forms "
                            "of submit: s, ms, min, h, date, epoch, epoch_ms";
  const auto expect_refused = [&](const std::string& text) {
    EXPECT_EQ(said_of_row(header + text + "," + when + "," + when + ",1\n", columns),
              ":2: column 'submit' (submit) is '" + text + "'" + valid);
  };
  for (const auto* text : {"yesterday", "2020-02-30", "01/05/2020 10:00", "2020-05-01 10:00 PDT"})
    expect_refused(text);
  EXPECT_EQ(said_of_row(header + when + "," + when + ",2020-05-01T09:59:59Z,1\n", columns),
            ":2: column 'end' (end) is '2020-05-01T09:59:59Z'; valid: a date at or after that of 'start', " +
                when);
  EXPECT_EQ(
      said_of_row(header + "0," + when + ",5,1\n", "submit:submit,start:start:date,end:end,nodes:nodes"),
      ":2: column 'end' (end) is '5'; valid: a date of the same kind as that of 'start'");
  const std::string local = "2020-05-01T10:00:00", zone = "; valid: a date with a zone, since ";
  EXPECT_EQ(said_of_row(header + when + "," + when + "," + local + ",1\n", columns),
            ":2: column 'end' (end) is '" + local + "'" + zone + "'start' has one; or both without");
  EXPECT_EQ(said_of_row(header + when + "," + local + ",2020-05-01T10:00:00+02:00,1\n", columns),
            ":2: column 'start' (start) is '" + local + "'" + zone + "'end' has one; or both without");
  EXPECT_EQ(
      said_of_row("submit,run,nodes\n1588291200250,1,1\n", "submit:submit:epoch,run:run,nodes:nodes"),
      ":2: column 'submit' (submit) is '1588291200250'; valid: a number of seconds since 1970, up to the "
      "end of year 9999; forms of submit: s, ms, min, h, date, epoch, epoch_ms");
}

TEST_F(Csv, IdsAndTextsThatNobodyCouldReadAreRefused) {
  const auto with = [&](const std::string& rows, const std::string& more) {
    return said_of_row("submit,run,nodes,x\n" + rows, plain + "," + more);
  };
  const std::string twice =
      "; valid: an id of its own for each job, since this one is listed twice; or a map "
      "without 'job', which numbers jobs by their rows";
  EXPECT_EQ(with("0,1,1,a\n0,1,1,a\n", "job:x"), ":3: column 'x' (job) is 'a'" + twice);
  EXPECT_EQ(with("0,1,1,1\n0,1,1,01\n", "job:x"), ":3: column 'x' (job) is '01'" + twice);
  EXPECT_EQ(with("0,1,1,\n", "job:x"), ":2: column 'x' (job) is ''; valid: an id of its own for each job");
  EXPECT_EQ(with("0,1,1,\"a\nb\"\n", "user:x"),
            ":2: column 'x' (user) is 'a\nb'; valid: a text without ends of lines and other control "
            "characters");
  EXPECT_EQ(with("0,1,1," + std::string(3000, 'x') + "\n", "job.x:x"),
            ":2: column 'x' (job.x) is '" + std::string(40, 'x') +
                "'; valid: metadata of at most 2000 characters");
}

} // namespace csv_test
} // namespace malha::testing
