// SPDX-License-Identifier: MIT
// Who submitted a job, and to where, as each format says it.
#include "reading.hpp"
#include "reading_batsim.hpp"

namespace malha::testing {
namespace credentials_test {

using Names = std::vector<std::string>;

Names names_of(const Credentials& credentials) {
  return {credentials.user,      credentials.account, credentials.group,     credentials.queue,
          credentials.partition, credentials.qos,     credentials.executable};
}

class CredentialsOfJob : public ReadingBatsim {};

// Fields 12 to 16: user, group, executable, queue, partition. -1: unknown.
TEST_F(CredentialsOfJob, StandsInFieldsOfSwf) {
  const auto jobs = read("a.swf", "1 0 -1 10 1 -1 -1 1 10 -1 1 3 2 7 1 9 -1 -1\n"
                                  "2 0 -1 10 1 -1 -1 1 10 -1 1 3 -1 -1 -1 -1 -1 -1\n")
                        .jobs;
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_EQ(names_of(jobs.front()), (Names{"3", "", "2", "1", "9", "", "7"}));
  EXPECT_EQ(names_of(jobs.back()), (Names{"3", "", "", "", "", "", ""}));
}

TEST_F(CredentialsOfJob, StandsInColumnsOfCsv) {
  const auto jobs =
      read("a.csv",
           "s,r,n,u,a,g,q,p,o,e\n"
           "0,10,1,ann,lab,staff,long,fast,high,fft\n",
           {{"columns", "submit:s,run:r,nodes:n,user:u,account:a,group:g,queue:q,partition:p,qos:o,"
                        "executable:e"}})
          .jobs;
  ASSERT_EQ(jobs.size(), 1u);
  EXPECT_EQ(names_of(jobs.front()), (Names{"ann", "lab", "staff", "long", "fast", "high", "fft"}));
  EXPECT_EQ(jobs.front().metadata, "account=lab;group=staff;partition=fast;qos=high;executable=fft");
}

// A number is a name, too. What is neither a text nor a number means nothing here.
TEST_F(CredentialsOfJob, StandsInExtraDataOfBatsim) {
  const auto found = jobs_of(R"({"id": 7, "subtime": 0, "res": 1, "profile": "d",
    "extra_data": {"user": "ann", "account": "lab;2", "qos": 3, "partition": ["a"]}})");
  ASSERT_EQ(found.jobs.size(), 1u);
  EXPECT_EQ(names_of(found.jobs.front()), (Names{"ann", "lab;2", "", "", "", "3", ""}));
}

// malha convert writes them as metadata, from which they are read again.
TEST_F(CredentialsOfJob, StandsInMetadataOfBatsim) {
  const auto found = jobs_of(R"({"id": 7, "subtime": 0, "res": 1, "profile": "d",
    "extra_data": {"metadata": "group=2;executable=7;account=\"lab\\u003b2\";think=5"}})");
  ASSERT_EQ(found.jobs.size(), 1u);
  EXPECT_EQ(names_of(found.jobs.front()), (Names{"", "lab;2", "2", "", "", "", "7"}));
}

} // namespace credentials_test
} // namespace malha::testing
