import ArgumentParser

struct RemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote",
        abstract: "Use a processing service: upload scans, have them processed, download models.",
        discussion: """
            'login' keeps the credentials in the configuration folder, readable by you alone. Programs set DIORAMA_REMOTE_KEY
            and DIORAMA_REMOTE_ADDRESS instead. docs/service.md describes services.

            EXAMPLES
              diorama remote login https://scans.example.org
              diorama remote upload office.tar --name Office
              diorama remote process SCAN --quality high --format glb --watch
              diorama remote download JOB --output office.glb
            """,
        subcommands: [
            RemoteLoginCommand.self, RemoteLogoutCommand.self, RemoteUploadCommand.self, RemoteProcessCommand.self,
            RemoteWatchCommand.self, RemoteDownloadCommand.self,
        ])
}
